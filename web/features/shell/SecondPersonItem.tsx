import { UsersRound } from "lucide-react";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useConfig } from "@/hooks/data/useConfig";

/**
 * In a demo, opens a separate tab in which a second person signs in while this one stays signed in,
 * to show two people's steps side by side.
 */
export function SecondPersonItem() {
  const config = useConfig();
  if (!config?.demo) return null;
  return (
    <DropdownMenuItem asChild>
      {/* `noopener`: the tab must not start with a copy of this tab's session storage. */}
      <a href="/auth/sign-in?session=tab" target="_blank" rel="noopener">
        <UsersRound /> Open a second person
      </a>
    </DropdownMenuItem>
  );
}
