import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useState } from "react";
import { expect, it, vi } from "vitest";
import { ModalDialog } from "./ModalDialog";

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => { setOpen(true); }}>Open</button>
      {isOpen && (
        <ModalDialog aria-label="Menu" onClose={() => { setOpen(false); }}>
          <button type="button">First</button>
          <a href="/next">Next page</a>
        </ModalDialog>
      )}
    </>
  );
}

async function openDialog() {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(history.state).toHaveProperty("overlay");
  return user;
}

it("has its entry in the history before it can be seen", async () => {
  const states: unknown[] = [];
  // Runs in the commit that shows the dialog, before the browser paints it.
  function Witness() {
    useLayoutEffect(() => { states.push(history.state); }, []);
    return null;
  }
  const onClose = vi.fn();
  const { unmount } = render(<><ModalDialog aria-label="Menu" onClose={onClose} /><Witness /></>);
  expect(states).toEqual([{ overlay: true }]);
  unmount();
  await waitFor(() => { expect(history.state).toBeNull(); });
  expect(onClose).not.toHaveBeenCalled();
});

it("closes on Escape, returns focus and leaves no entry in the history", async () => {
  const user = await openDialog();
  screen.getByRole("button", { name: "First" }).focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Open" })).toHaveProperty("ownerDocument.activeElement.textContent", "Open");
  await waitFor(() => { expect(history.state).toBeNull(); });
});

it("closes on the browser's Back", async () => {
  await openDialog();
  history.back();
  await waitFor(() => { expect(screen.queryByRole("dialog")).toBeNull(); });
});

it("keeps focus inside", async () => {
  const user = await openDialog();
  const first = screen.getByRole("button", { name: "First" });
  const last = screen.getByRole("link", { name: "Next page" });
  last.focus();
  await user.tab();
  expect(document.activeElement).toBe(first);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(last);
  await user.keyboard("{Escape}");
  await waitFor(() => { expect(history.state).toBeNull(); });
});

it("follows a link from the page's own entry and closes", async () => {
  const states: unknown[] = [];
  const router = (event: MouseEvent) => {
    states.push(history.state);
    event.preventDefault();
  };
  document.addEventListener("click", router);
  const user = await openDialog();
  states.length = 0;
  await user.click(screen.getByRole("link", { name: "Next page" }));
  await waitFor(() => { expect(screen.queryByRole("dialog")).toBeNull(); });
  expect(states).toEqual([null]);
  document.removeEventListener("click", router);
});
