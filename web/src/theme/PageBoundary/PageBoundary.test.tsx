import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PageBoundary } from "./PageBoundary";

it("tells of a crash and tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isBroken = true;
  function Part() {
    if (isBroken) throw new Error("no account");
    return <p>All well</p>;
  }
  render(
    <PageBoundary>
      <Part />
    </PageBoundary>,
  );
  expect(screen.getByRole("heading", { level: 1, name: "This page crashed." })).toBeTruthy();
  expect(screen.getByText("no account")).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("All well")).toBeTruthy();
});
