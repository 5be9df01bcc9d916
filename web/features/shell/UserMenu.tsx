import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, CircleHelp, LogOut, Palette, UserRound, UsersRound } from "lucide-react";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useConfig } from "@/hooks/data/useConfig";
import { useViewer } from "@/hooks/data/useViewer";
import { ROLE_LABELS } from "#domain/people/roles";
import { useSignOut } from "./useSignOut";

/** Shows the signed-in user with the role from their user document, and signs out. */
export function UserMenu({ onOpenTheme }: { onOpenTheme: () => void }) {
  const { displayName, email, role, photoURL } = useViewer();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex h-10 coarse:h-11 items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-accent">
        <PersonAvatar
          email={email}
          name={displayName || email}
          photoURL={photoURL}
          className="size-8 text-xs"
        />
        <span className="hidden leading-tight sm:block">
          <span dir="auto" className="block max-w-40 truncate text-left text-sm font-medium">
            {displayName || email}
          </span>
          <span className="block text-xs text-muted-foreground">{ROLE_LABELS[role]}</span>
        </span>
        <ChevronDown className="hidden size-4 text-muted-foreground sm:block" aria-hidden />
        <span className="sr-only">User menu</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-60">
        <div className="px-2 py-1.5">
          <p dir="auto" className="truncate text-left text-sm font-medium">
            {displayName || email}
          </p>
          <p className="truncate text-xs text-muted-foreground">{email}</p>
          <p className="text-xs text-muted-foreground sm:hidden">{ROLE_LABELS[role]}</p>
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void navigate({ to: "/pages/profile" })}>
          <UserRound /> Profile
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onOpenTheme}>
          <Palette /> Appearance
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void navigate({ to: "/docs" })}>
          <CircleHelp /> Help
        </DropdownMenuItem>
        <SecondPersonItem />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut("/auth/sign-in")}>
          <LogOut /> Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/**
 * In a demo, opens a separate tab in which a second person signs in while this one stays signed in,
 * to show two people's steps side by side.
 */
function SecondPersonItem() {
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
