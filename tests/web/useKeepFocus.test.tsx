import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ExportButtons } from "@/components/export/ExportButtons";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useKeepFocus } from "@/hooks/useKeepFocus";

afterEach(cleanup);

/** A dialog with a list, each of whose rows asks before it is removed. */
function Views() {
  useKeepFocus();
  const [rows, setRows] = useState(["NO4K0104", "SA2K0152"]);
  return (
    <Dialog open>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Views</DialogTitle>
        <ul>
          {rows.map((row) => (
            <li key={row} aria-label={row}>
              <ConfirmDialog
                trigger={<Button>Delete {row}</Button>}
                question="Delete it?"
                explanation="It goes."
                confirm={
                  <Button onClick={() => setRows(rows.filter((each) => each !== row))}>
                    Delete
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

/** A list whose rows are removed after a confirmation that is not bound to a button. */
function Shelf() {
  useKeepFocus();
  const [rows, setRows] = useState(["AP7K0007", "NO4K0104", "SA2K0152"]);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = () => {
    setRows(rows.filter((row) => row !== asked));
    setAsked(null);
  };
  return (
    <main>
      <ul>
        {rows.map((row) => (
          <li key={row} aria-label={row}>
            <Button onClick={() => setAsked(row)}>Remove {row}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        question="Remove it?"
        explanation="It goes."
        confirm={<Button onClick={remove}>Remove</Button>}
      />
    </main>
  );
}

/** A layer that does not trap the focus, with a list whose rows leave once answered. */
function Arrivals() {
  useKeepFocus();
  const [rows, setRows] = useState(["AP7K0007", "NO4K0104"]);
  return (
    <Popover>
      <PopoverTrigger>Inbox</PopoverTrigger>
      <PopoverContent aria-label="Inbox">
        <ul>
          {rows.map((row) => (
            <li key={row} aria-label={row}>
              <Button onClick={() => setRows(rows.filter((other) => other !== row))}>
                Receive {row}
              </Button>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

/** An export whose rows never arrive. */
function Exporting() {
  useKeepFocus();
  const rowsOf = () => ({
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
  });
  return <ExportButtons name="samples" fileName="samples" total={2} rowsOf={rowsOf} />;
}

const expectFocus = (element: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element()));
const button = (name: string) => screen.getByRole("button", { name });
const row = (name: string) => screen.getByRole("listitem", { name });

/** Opens the confirmation of a row by keyboard. */
async function ask(serialNumber: string) {
  const keys = userEvent.setup();
  button(`Remove ${serialNumber}`).focus();
  await keys.keyboard("{Enter}");
  await screen.findByRole("alertdialog");
  return keys;
}

test("a dialog that is left gives the focus back to the button that opened it", async () => {
  render(<Shelf />);
  const keys = await ask("NO4K0104");
  await keys.keyboard("{Escape}");
  await expectFocus(() => button("Remove NO4K0104"));
});

test("a row that is removed leaves the focus to the next one, the last to the one before", async () => {
  render(<Shelf />);
  const confirm = async (serialNumber: string) => {
    const keys = await ask(serialNumber);
    button("Remove").focus();
    await keys.keyboard("{Enter}");
  };
  await confirm("NO4K0104");
  await expectFocus(() => row("SA2K0152"));
  await confirm("SA2K0152");
  await expectFocus(() => row("AP7K0007"));
});

test("a row that is removed in an open layer leaves the focus to the next one, then to the layer", async () => {
  render(<Arrivals />);
  const keys = userEvent.setup();
  button("Inbox").focus();
  await keys.keyboard("{Enter}");
  await expectFocus(() => button("Receive AP7K0007"));
  await keys.keyboard("{Enter}");
  await expectFocus(() => row("NO4K0104"));
  await keys.keyboard("{Enter}");
  expect(row("NO4K0104").isConnected).toBe(true);
  await keys.tab();
  await keys.keyboard("{Enter}");
  await expectFocus(() => screen.getByRole("dialog", { name: "Inbox" }));
  await keys.keyboard("{Escape}");
  await expectFocus(() => button("Inbox"));
});

test("a row that goes with the question about it leaves the focus to the next one of its dialog", async () => {
  render(<Views />);
  const keys = userEvent.setup();
  button("Delete NO4K0104").focus();
  await keys.keyboard("{Enter}");
  await screen.findByRole("alertdialog");
  button("Delete").focus();
  await keys.keyboard("{Enter}");
  await expectFocus(() => row("SA2K0152"));
});

test("a button that is replaced leaves the focus to its row", async () => {
  render(<Shelf />);
  button("Remove NO4K0104").focus();
  button("Remove NO4K0104").replaceWith("gone");
  await expectFocus(() => row("NO4K0104"));
});

test("the buttons of an export leave the focus to their group, in which its Cancel is next", async () => {
  render(<Exporting />);
  const keys = userEvent.setup();
  const group = () => screen.getByRole("group", { name: "Export" });
  button("Export Excel").focus();
  await keys.keyboard("{Enter}");
  await expectFocus(group);
  await keys.keyboard("{Enter}"); // pressed twice, it cancels nothing
  await keys.tab();
  expect(document.activeElement).toBe(button("Cancel"));
  await keys.keyboard("{Enter}");
  await expectFocus(group);
  await keys.tab();
  expect(document.activeElement).toBe(button("Export Excel"));
});

test("an export chosen in the menu leaves the focus to the group, too", async () => {
  render(<Exporting />);
  const keys = userEvent.setup();
  button("Other formats").focus();
  await keys.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Export CSV" });
  await keys.keyboard("{Enter}");
  await waitFor(() => expect(button("Cancel")).toBeTruthy());
  await expectFocus(() => screen.getByRole("group", { name: "Export" }));
});

test("a press elsewhere leaves the focus to nobody", async () => {
  render(<Shelf />);
  button("Remove AP7K0007").focus();
  const pointer = userEvent.setup();
  await pointer.click(document.body);
  expect(document.activeElement).toBe(document.body);
  document.body.append(document.createElement("p"));
  await waitFor(() => expect(document.querySelector("body > p")).not.toBeNull());
  expect(document.activeElement).toBe(document.body);
});
