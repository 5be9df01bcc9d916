import { STATUSES, type Status } from "../../../domain/statuses";

/**
 * Who may do and see what with a sample, by its status: product.md's "Workflow" and "Who sees what",
 * written out by hand. Nothing here asks the code that it judges.
 *
 * The sample: Rita registered it and gave it to Hugo. Paula is who is asked for it; once she has
 * acknowledged a return or a loss, she is its holder. Sara supervises Hugo and Paula.
 *
 *   A  admin                             H  Hugo: the holder, until it is Returned or Lost
 *   S  Sara: the holder's supervisor     P  Paula: asked in transit, in return, for a loss; then the holder
 *   O  another supervisor                R  Rita: registered it, holds it no more
 *   X  a stranger
 */
export const LETTERS = ["A", "S", "O", "H", "P", "R", "X"] as const;
export type Letter = (typeof LETTERS)[number];

/**
 * A cell: letters of those who may. The others hear NOT_YOURS, in a cell `-` everybody hears
 * STEP_NOT_ALLOWED; letters after a slash hear that while the others hear NOT_YOURS.
 */
const WRITES = `
                              Registered  In Transit  In Use  In Return  Returned  Request Lost  Lost
  custody:transfer            AH          -           AH      -          -         -             -
  custody:acknowledgeTransfer -           AP          -       -          -         -             -
  custody:declineTransfer     -           AP          -       -          -         -             -
  custody:cancelTransfer      -           AH          -       -          -         -             -
  custody:returnToCustomer    AH          -           AH      -          -         -             -
  custody:acknowledgeReturn   -           -           -       P          -         -             -
  custody:declineReturn       -           -           -       P          -         -             -
  custody:cancelReturn        -           -           -       AH         -         -             -
  custody:requestLost         AH          AH          AH      -          -         -             -
  custody:acknowledgeLost     -           -           -       -          -         AP            -
  custody:declineLost         -           -           -       -          -         AP            -
  custody:cancelLost          -           -           -       -          -         AH            -
  samples:edit                AH          -           AH      -          -         -             -
  samples:remove              R           /R          /R      /R         /R        /R            /R
`;

/** A cell: letters of those who see the sample there; the others get an answer without it. */
const READS = `
                              Registered  In Transit  In Use  In Return  Returned  Request Lost  Lost
  samples:get                 ASHR        ASHP        ASH     ASHP       ASP       ASHP          ASP
  history:forSample           ASHR        ASHP        ASH     ASHP       ASP       ASHP          ASP
  identifiers:check           ASHR        ASHP        ASH     ASHP       ASP       ASHP          ASP
  baskets:resolve             ASHR        ASHP        ASH     ASHP       ASP       ASHP          ASP
  samples:list open           ASH         ASHP        ASH     ASH        -         ASH           -
  samples:list transfer       ASH         ASHP        ASH     -          -         -             -
  samples:list return         ASH         -           ASH     ASHP       -         -             -
  samples:list lost           ASH         -           ASH     -          -         ASHP          -
  samples:list delete         ASR         -           -       -          -         -             -
  history:list newest         ASH         ASH         ASH     ASH        ASP       ASH           ASP
  inbox:waiting               -           P           -       P          -         P             -
`;

export type Cell = { readonly name: string; readonly status: Status; readonly text: string };

/** What the letter's person gets: "done", or the code of the refusal. */
export function expectedWrite({ text }: Cell, letter: Letter): string {
  const [may = "", late = ""] = text.split("/");
  if (text === "-" || late.includes(letter)) return "STEP_NOT_ALLOWED";
  return may.includes(letter) ? "done" : "NOT_YOURS";
}

export function expectedRead({ text }: Cell, letter: Letter): string {
  return text.includes(letter) ? "shown" : "not shown";
}

export const WRITE_CELLS = cellsOf(WRITES);
export const READ_CELLS = cellsOf(READS);

function cellsOf(table: string): Cell[] {
  const [, ...rows] = table.trim().split("\n");
  return rows.flatMap((row) => {
    const [, name = "", cells = ""] = /^\s*(\S+(?: [a-z]+)?)\s+(.*)$/.exec(row) ?? [];
    const texts = cells.trim().split(/\s+/);
    if (texts.length !== STATUSES.length) throw new Error(`Not one cell a status: ${row}`);
    return STATUSES.map((status, place): Cell => ({ name, status, text: texts[place] ?? "" }));
  });
}
