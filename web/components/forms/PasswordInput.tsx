import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils";

/** A password field with a button that shows its text, for phones and long passwords. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={isShown ? "text" : "password"}
        className={cn("pr-10 coarse:pr-11", className)}
        spellCheck={false}
        {...props}
      />
      <button
        type="button"
        aria-label={isShown ? "Hide password" : "Show password"}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-10 coarse:w-11 place-items-center rounded-md text-muted-foreground hover:text-foreground"
      >
        {isShown ? (
          <EyeOff className="size-4" aria-hidden />
        ) : (
          <Eye className="size-4" aria-hidden />
        )}
      </button>
    </div>
  );
}
