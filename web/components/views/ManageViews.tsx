import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmedButton } from "@/components/ConfirmedButton";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Modal } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useViewChanges, type SavedView } from "@/hooks/data/useViews";
import { attempt } from "@/lib/connection/attempt";
import {
  isSameView,
  MAX_VIEW_NAME,
  viewAudience,
  type ViewState,
} from "#domain/samples/savedViews";
import type { Role } from "#domain/custody/workflow";
import { AUDIENCE_LABELS } from "./SaveView";

type ManageViewsProps = {
  views: readonly SavedView[];
  /** Search, filters, sort and columns of the screen, which can replace a view's. */
  state: ViewState;
  role: Role;
  onClose: () => void;
};

/**
 * Renames, replaces, shares and deletes the viewer's own views of a table. Changes take effect
 * immediately.
 */
export function ManageViews({ views, state, role, onClose }: ManageViewsProps) {
  return (
    <Modal
      onClose={onClose}
      title="Your views"
      description="Changes are saved immediately."
      className="max-h-[85dvh] overflow-y-auto"
    >
      {views.length === 0 && <p className="text-sm text-muted-foreground">You have no views.</p>}
      <ul className="flex flex-col divide-y">
        {views.map((view) => (
          <ViewLine key={view._id} view={view} state={state} role={role} />
        ))}
      </ul>
    </Modal>
  );
}

type ViewLineProps = { view: SavedView } & Pick<ManageViewsProps, "state" | "role">;

function ViewLine({ view, state, role }: ViewLineProps) {
  const { _id: viewId, name } = view;
  const { update, share, remove } = useViewChanges(role);
  const [typed, setTyped] = useState(name);
  const audience = viewAudience(role);

  /** A toast shows a refusal: the line itself does not change. */
  const change = async (made: Promise<unknown>) => {
    const outcome = await attempt(made);
    if (!outcome.ok) toast.error(outcome.message);
    return outcome.ok;
  };
  const rename = async () => {
    const next = typed.trim();
    if (next === name) return;
    if (!(await change(update({ viewId, name: next })))) setTyped(name);
  };
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-center gap-2">
        <Input
          aria-label={`Name of ${name}`}
          value={typed}
          maxLength={MAX_VIEW_NAME}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void rename()}
          onKeyDown={(event) => event.key === "Enter" && void rename()}
        />
        <Button
          variant="outline"
          size="icon"
          aria-label={`Replace ${name} with the current filters`}
          title="Update to the current filters"
          disabled={isSameView(view.state, state)}
          onClick={() => void change(update({ viewId, state }))}
        >
          <RefreshCw aria-hidden />
        </Button>
        <ConfirmedButton
          trigger={
            <Button variant="outline" size="icon" aria-label={`Delete ${name}`}>
              <Trash2 aria-hidden className="text-destructive" />
            </Button>
          }
          question={`Delete “${name}”?`}
          explanation={
            view.audience === undefined
              ? "The view disappears from your sidebar. Samples are not affected."
              : "The view disappears for everyone who uses it. Samples are not affected."
          }
          confirm="Delete"
          run={() => remove({ viewId })}
        />
      </div>
      {audience !== null && (
        <label className="flex items-center gap-2 text-sm">
          <Checkbox
            checked={view.audience !== undefined}
            onCheckedChange={(checked) =>
              void change(share({ viewId, isShared: checked === true }))
            }
          />
          {AUDIENCE_LABELS[audience]}
        </label>
      )}
    </li>
  );
}
