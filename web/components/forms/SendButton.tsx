import { Clock, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useLostSince } from "@/hooks/useLostSince";
import { useIsWaiting } from "@/hooks/useWaiting";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

type SendButtonProps = Pick<
  ButtonProps,
  "size" | "variant" | "className" | "title" | "aria-pressed" | "disabled"
> & {
  icon: LucideIcon;
  iconClassName?: string;
  /** Undefined for a button that shows only its icon. */
  text?: string;
  /** Accessible name; defaults to `text`. */
  label?: string;
  /** Id of the button's step in the queue of steps that wait for the network. */
  waitingId: string;
  /** Resolves when the server has answered or the step was withdrawn. */
  onPress: () => Promise<unknown>;
};

/**
 * A button that makes a change. Offline, the change waits for the connection, the button shows
 * that, and the next press withdraws it.
 */
export function SendButton({
  icon,
  iconClassName,
  text,
  waitingId,
  onPress,
  ...props
}: SendButtonProps) {
  const { label = text, variant, title, ...button } = props;
  const [isSending, setIsSending] = useState(false);
  const isLost = useLostSince() !== null;
  const isWaiting = useIsWaiting(waitingId);
  const Icon = isLost || isWaiting ? Clock : icon;
  const press = async () => {
    setIsSending(true);
    await onPress();
    setIsSending(false);
  };
  // Offline, a primary button is drawn as a secondary one: it will not act immediately.
  const shown = isLost && variant === undefined ? "outline" : variant;
  const hint = isLost ? MESSAGES.sentLater : title;
  return (
    <Button
      {...button}
      variant={isWaiting ? "outline" : shown}
      title={isWaiting ? `${MESSAGES.waitsForNetwork} Press to withdraw.` : hint}
      aria-label={isWaiting ? `${MESSAGES.withdraw} ${label}` : label}
      loading={isSending && !isWaiting}
      onClick={isWaiting ? () => withdraw(waitingId) : () => void press()}
    >
      <Icon aria-hidden className={iconClassName} />
      {text !== undefined && (isWaiting ? "Waiting" : text)}
    </Button>
  );
}
