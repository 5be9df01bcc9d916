/** The mails that accounts send, as plain text and as HTML. Pure: who, when and how is the outbox's. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

type Sender = { readonly companyName: string; readonly baseUrl: string };

/** The code proves that the mailbox is theirs; entering it also needs the password chosen at sign-up. */
export function verificationLetter(sender: Sender, code: string, minutes: number): Letter {
  return letter(sender, `${code} is your code for SMS`, [
    "Welcome to the Sample Management System.",
    `Your verification code: ${code}`,
    `Enter it together with your password within ${minutes} minutes.`,
    "If you did not sign up, ignore this mail: nobody gets in without the code.",
  ]);
}

export function resetLetter(sender: Sender, code: string, minutes: number): Letter {
  return letter(sender, `${code} is your code for a new SMS password`, [
    "Somebody, probably you, asked for a new password.",
    `Your code: ${code}`,
    `Enter it within ${minutes} minutes to choose a new password. You will be signed out everywhere.`,
    "If it was not you, ignore this mail: your password stays as it is.",
  ]);
}

/** To the owner of an address that somebody tried to sign up again; the visitor learns nothing. */
export function alreadyRegisteredLetter(sender: Sender): Letter {
  return letter(sender, "You already have an SMS account", [
    "Somebody, probably you, tried to sign up for SMS with this address, which already has an account.",
    `Sign in, or choose a new password: ${sender.baseUrl}/auth/reset-password`,
    "If it was not you, there is nothing to do.",
  ]);
}

function letter(sender: Sender, subject: string, paragraphs: readonly string[]): Letter {
  const signature = `SMS, ${sender.companyName}`;
  return {
    subject,
    text: [...paragraphs, `-- \n${signature}\n${sender.baseUrl}`].join("\n\n"),
    html: [...paragraphs, signature].map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join(""),
  };
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}
