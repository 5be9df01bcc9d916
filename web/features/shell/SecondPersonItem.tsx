import { UsersRound } from "lucide-react";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useConfig } from "@/hooks/data/useConfig";

/**
 * In a demo, opens a tab of its own where somebody else signs in while this person stays: two
 * people see each other's steps side by side.
 */
export function SecondPersonItem() {
  const config = useConfig();
  if (!config?.demo) return null;
  return (
    <DropdownMenuItem asChild>
      {/* `noopener`: the tab must not begin with a copy of this one's session storage. */}
      <a href="/auth/sign-in?session=tab" target="_blank" rel="noopener">
        <UsersRound /> Open a second person
      </a>
    </DropdownMenuItem>
  );
}
