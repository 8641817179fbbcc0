import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { AnnouncementBar } from "./AnnouncementBar";

const announcement = { id: "one", html: "<b>News</b>", backgroundColor: "#123456", textColor: "white", isCloseable: true };

it("remembers by its id that it was dismissed", async () => {
  render(<AnnouncementBar announcement={announcement} />);
  await userEvent.click(screen.getByRole("button", { name: "Dismiss announcement" }));
  expect(localStorage.getItem("portico.announcement.dismiss")).toBe("true");
  expect(localStorage.getItem("portico.announcement.id")).toBe("one");
  expect(document.documentElement.dataset.announcement).toBe("dismissed");
});

it("has no button if it is not closeable", () => {
  render(<AnnouncementBar announcement={{ ...announcement, isCloseable: false }} />);
  expect(screen.getByRole("region", { name: "Announcement" }).textContent).toBe("News");
  expect(screen.queryByRole("button")).toBeNull();
});
