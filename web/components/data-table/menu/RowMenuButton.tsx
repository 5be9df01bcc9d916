import { Ellipsis } from "lucide-react";
import { createContext, useContext } from "react";
import { Button } from "@/components/ui/button";

/** Opens a row's menu at a position in the window, px; null if the table's rows have no menu. */
export const RowMenuContext = createContext<{
  open: (at: { rowId: string; x: number; y: number }) => void;
} | null>(null);

/** Opens the menu of a row. */
export function RowMenuButton({ rowId, label }: { rowId: string; label: string }) {
  const menu = useContext(RowMenuContext);
  if (menu === null) return null;
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Steps for ${label}`}
      aria-haspopup="menu"
      className="text-muted-foreground"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        menu.open({ rowId, x: left, y: bottom });
      }}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
}
