/**
 * The HTML frame shared by all mails. Mail programs differ more than browsers do, so tables make
 * the layout, styles are inline, and nothing is loaded from the network. Programs with a dark
 * scheme that support `prefers-color-scheme` use the colours of the style sheet; others keep the
 * light ones or darken them on their own.
 */

type Link = { readonly label: string; readonly url: string };
/** `label: code`, with the code large enough to be read off a phone. */
type Code = { readonly label: string; readonly code: string };
type List = { readonly items: readonly string[] };
/** A text, a link, a code or a list. The first link of a mail is its button. */
export type Paragraph = string | Link | Code | List;

type Framed = {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** The sender's name and URL, below the card. */
  readonly signature: Link;
};

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `margin:0 0 16px;${FONT};font-size:15px;line-height:23px;color:#0f172a`;
const QUIET = `${FONT};font-size:12px;line-height:18px;color:#5b6b82`;

/** Colours of the dark scheme; they must override the inline ones. */
const DARK = [
  ".page{background:#0b1220!important}",
  ".card{background:#131c2e!important;border-color:#26334a!important}",
  ".text,.text a{color:#e6edf7!important}",
  ".quiet,.quiet a{color:#9aa9c0!important}",
  ".code{background:#0b1220!important;border-color:#26334a!important;color:#e6edf7!important}",
].join("");

/** @param subject also the document's title and the mail's heading */
export function frameHtml({ subject, paragraphs, signature }: Framed): string {
  const firstLink = paragraphs.find(isLink);
  const body = paragraphs
    .map((paragraph) => paragraphHtml(paragraph, paragraph === firstLink))
    .join("");
  const heading = `<h1 class="text" style="margin:0 0 20px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#0f172a">${escapeHtml(subject)}</h1>`;
  const card = table({
    className: "card",
    width: "560",
    style:
      "width:100%;max-width:560px;background:#ffffff;border:1px solid #dbe3ee;border-radius:10px",
    align: "left",
    cellStyle: "padding:28px 28px 12px",
    content: heading + body,
  });
  const signed =
    `<p class="quiet" style="margin:16px 0 0;${QUIET}">` +
    `<a href="${escapeHtml(signature.url)}" style="color:#5b6b82">${escapeHtml(signature.label)}</a></p>`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark">` +
    `<meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(subject)}</title>` +
    `<style>@media (prefers-color-scheme:dark){${DARK}}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#eef2f7">` +
    table({
      className: "page",
      width: "100%",
      style: "background:#eef2f7",
      align: "center",
      cellStyle: "padding:32px 12px",
      content: card + signed,
    }) +
    `</body></html>`
  );
}

type Box = {
  readonly className: string;
  /** HTML attribute: px, "100%" or "auto". */
  readonly width: string;
  readonly style: string;
  readonly align: "left" | "center";
  readonly cellStyle: string;
  /** HTML. */
  readonly content: string;
};

/** Renders a box as a table with one cell, the only box that all mail programs support. */
function table({ className, width, style, align, cellStyle, content }: Box): string {
  return (
    `<table role="presentation" class="${className}" width="${width}" cellpadding="0" cellspacing="0" border="0" style="${style}">` +
    `<tr><td align="${align}" style="${cellStyle}">${content}</td></tr></table>`
  );
}

function paragraphHtml(paragraph: Paragraph, isButton: boolean): string {
  if (typeof paragraph === "string") {
    return `<p class="text" style="${TEXT}">${escapeHtml(paragraph)}</p>`;
  }
  if ("items" in paragraph) {
    const items = paragraph.items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
    return `<ul class="text" style="${TEXT};padding-left:20px">${items}</ul>`;
  }
  if ("code" in paragraph) {
    return (
      `<p class="quiet" style="margin:0 0 6px;${QUIET}">${escapeHtml(paragraph.label)}</p>` +
      `<p class="code" style="margin:0 0 20px;padding:14px 16px;border:1px solid #dbe3ee;border-radius:8px;background:#f6f8fb;color:#0f172a;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:26px;line-height:32px;letter-spacing:4px">${escapeHtml(paragraph.code)}</p>`
    );
  }
  const { url, label } = paragraph;
  const anchor = (style: string) =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  if (!isButton) {
    return `<p class="text" style="${TEXT}">${anchor("color:#0a6076;text-decoration:underline")}</p>`;
  }
  const button = `display:inline-block;padding:11px 20px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none`;
  return table({
    className: "button",
    width: "auto",
    style: "margin:4px 0 20px;background:#0a6076;border-radius:8px",
    align: "center",
    cellStyle: "border-radius:8px",
    content: anchor(button),
  });
}

function isLink(paragraph: Paragraph): paragraph is Link {
  return typeof paragraph === "object" && "url" in paragraph;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}
