import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { authStorage } from "@/lib/account/authStorage";

type RememberMeProps = { checked: boolean; onChange: (checked: boolean) => void };

/**
 * "Remember me next time". The choice is stored when it is pressed, because signing in at the
 * company's service leaves the page.
 */
export function RememberMe({ checked, onChange }: RememberMeProps) {
  const change = (isTicked: boolean) => {
    authStorage.remember(isTicked);
    onChange(isTicked);
  };
  return (
    <Label className="flex items-center gap-2 font-normal coarse:min-h-11">
      <Checkbox checked={checked} onCheckedChange={(ticked) => change(ticked === true)} />
      Remember me next time
    </Label>
  );
}
