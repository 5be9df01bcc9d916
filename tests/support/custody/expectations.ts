import { STATUSES, type Status } from "#domain/custody/statuses";
import type { Step } from "#domain/custody/workflow";

/**
 * The rules of custody as tests expect them, written out by hand: who may do and see what with a
 * sample, by its status. Nothing here calls the code under test. Three suites use it: the pure
 * rules (tests/domain/workflow), every cell on convex-test (tests/convex/matrix), and each step
 * once on the engine (permissions.ts in this folder).
 *
 * The sample: Rita registered it and transferred it to Hugo. Paula is the person asked by a
 * request; once she has acknowledged a return or a loss, she is its holder. Sara supervises Hugo
 * and Paula.
 *
 *   A  admin                         H  Hugo: the holder, until it is Returned or Lost
 *   S  Sara: the holder's supervisor P  Paula: asked in transit, in return, for a loss; then holder
 *   O  another supervisor            R  Rita: registered it, no longer holds it
 *   T  Tess: Paula is away, and Tess, who  X  a stranger
 *      may be asked too, stands in for her
 */
export const LETTERS = ["A", "S", "O", "H", "P", "T", "R", "X"] as const;
export type Letter = (typeof LETTERS)[number];

/**
 * A cell: letters of those who may, or `none`. The others are refused with NOT_YOURS; in a cell `-`
 * everyone is refused with STEP_NOT_ALLOWED. No one may delete here, because the table's holder and
 * registrant are two people; DELETIONS has those rules. The last column is the sample's status
 * afterwards; `as before` is its status before the request, `undone` its status before its latest
 * step, `-` no sample. A Registered sample was edited last.
 */
const WRITES = `
                              Registered  In Transit  In Use  In Return  Returned  Request Lost  Lost  afterwards
  custody:transfer            AH          -           AH      -          -         -             -     In Transit
  custody:acknowledgeTransfer -           APT         -       -          -         -             -     In Use
  custody:declineTransfer     -           APT         -       -          -         -             -     as before
  custody:cancelTransfer      -           AH          -       -          -         -             -     as before
  custody:returnToCustomer    AH          -           AH      -          -         -             -     In Return
  custody:acknowledgeReturn   -           -           -       PT         -         -             -     Returned
  custody:declineReturn       -           -           -       PT         -         -             -     as before
  custody:cancelReturn        -           -           -       AH         -         -             -     as before
  custody:requestLost         AH          AH          AH      -          -         -             -     Request Lost
  custody:acknowledgeLost     -           -           -       -          -         APT           -     Lost
  custody:declineLost         -           -           -       -          -         APT           -     as before
  custody:cancelLost          -           -           -       -          -         AH            -     as before
  custody:reopen              -           -           -       -          AS        -             AS    Registered
  custody:undo                -           H           H       H          P         H             P     undone
  samples:edit                AH          -           AH      -          -         -             -     Registered
  samples:remove              none        none        none    none       none      none          none  -
`;

/**
 * Expected deletions of a sample that Rita registered, by its current holder. The server, the web
 * app and the undo of an import (unless an admin undoes it) follow them.
 */
export const DELETIONS = [
  { status: "Registered", holder: "R", actor: "R", expected: "done" },
  { status: "In Transit", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "In Use", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "In Return", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "Returned", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "Request Lost", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "Lost", holder: "R", actor: "R", expected: "STEP_NOT_ALLOWED" },
  { status: "Registered", holder: "R", actor: "A", expected: "NOT_YOURS" },
  { status: "Registered", holder: "R", actor: "O", expected: "NOT_YOURS" },
  { status: "Registered", holder: "H", actor: "R", expected: "NOT_YOURS" },
  { status: "Registered", holder: "H", actor: "H", expected: "NOT_YOURS" },
  { status: "Registered", holder: "H", actor: "S", expected: "NOT_YOURS" },
  { status: "Registered", holder: "H", actor: "A", expected: "NOT_YOURS" },
] as const satisfies readonly Deletion[];
type Deletion = { status: Status; holder: Letter; actor: Letter; expected: string };

/** Each cell has the letters of those who see the sample; for others, the answer omits it. */
const READS = `
                              Registered  In Transit  In Use  In Return  Returned  Request Lost  Lost
  samples:get                 ASH         ASHPT       ASH     ASHPT      ASP       ASHPT         ASP
  history:forSample           ASH         ASHPT       ASH     ASHPT      ASP       ASHPT         ASP
  identifiers:check           ASH         ASHPT       ASH     ASHPT      ASP       ASHPT         ASP
  baskets:resolve             ASH         ASHPT       ASH     ASHPT      ASP       ASHPT         ASP
  samples:list open           ASH         ASHPT       ASH     ASH        -         ASH           -
  samples:list transfer       ASH         ASHPT       ASH     -          -         -             -
  samples:list return         ASH         -           ASH     ASHPT      -         -             -
  samples:list lost           ASH         -           ASH     -          -         ASHPT         -
  samples:list delete         AS          -           -       -          -         -             -
  history:list newest         ASH         ASH         ASH     ASH        ASP       ASH           ASP
  inbox:waiting               -           PT          -       PT         -         PT            -
`;

export type Cell = { readonly name: string; readonly status: Status; readonly text: string };
export type WriteCell = Cell & { readonly afterwards: Status | "as before" | "undone" | "-" };

const BEFORE_LATEST_STEP = {
  Registered: "-",
  "In Transit": "Registered",
  "In Use": "In Transit",
  "In Return": "Registered",
  Returned: "In Return",
  "Request Lost": "Registered",
  Lost: "Request Lost",
} as const satisfies Record<Status, Status | "-">;

/** The status after a permitted call; `asked` is the status in which the request was made. */
export function expectedStatus({ afterwards, status }: WriteCell, asked: Status): Status | "-" {
  if (afterwards === "undone") return BEFORE_LATEST_STEP[status];
  return afterwards === "as before" ? asked : afterwards;
}

/** The rule for the person of this letter: "done", or the refusal's code. */
export function expectedWrite({ text }: Cell, letter: Letter): string {
  if (text === "-") return "STEP_NOT_ALLOWED";
  return text.includes(letter) ? "done" : "NOT_YOURS";
}

/** People who never had to do with the sample: for them its id does not exist. */
const STRANGERS: Readonly<Record<Status, string>> = {
  Registered: "PTX",
  "In Transit": "X",
  "In Use": "PTX",
  "In Return": "X",
  Returned: "X",
  "Request Lost": "X",
  Lost: "X",
};

/** The server's answer: as `expectedWrite`, but a stranger is told that there is no such sample. */
export function expectedAnswer(cell: Cell, letter: Letter): string {
  const answer = expectedWrite(cell, letter);
  if (answer === "done" || !STRANGERS[cell.status].includes(letter)) return answer;
  return cell.name.startsWith("custody:acknowledge") ? "DOCUMENT_MISSING" : "SAMPLE_MISSING";
}

export function expectedRead({ text }: Cell, letter: Letter): string {
  return text.includes(letter) ? "shown" : "not shown";
}

export const READ_CELLS: readonly Cell[] = rowsOf(READS).flatMap(cellsOf);
export const WRITE_CELLS: readonly WriteCell[] = rowsOf(WRITES).flatMap(([name, ...texts]) => {
  const afterwards = texts.pop() as WriteCell["afterwards"];
  return cellsOf([name, ...texts]).map((cell) => ({ ...cell, afterwards }));
});

/** The first status in which anyone may take `step`, and who. */
export function allowedCell(step: Step): WriteCell {
  return cellOf(step, ({ text }) => text !== "-");
}

/** The first status in which no one may take `step`. */
export function forbiddenCell(step: Step): WriteCell {
  return cellOf(step, ({ text }) => text === "-");
}

function cellOf(step: Step, fits: (cell: WriteCell) => boolean): WriteCell {
  const cell = WRITE_CELLS.find((each) => each.name === `custody:${step}` && fits(each));
  if (!cell) throw new Error(`The table has no such cell for ${step}`);
  return cell;
}

type Row = readonly [name: string, ...texts: string[]];

function rowsOf(table: string): [string, ...string[]][] {
  const [, ...rows] = table.trim().split("\n");
  return rows.map((row) => {
    const [, name = "", cells = ""] = /^\s*(\S+(?: [a-z]+)?)\s+(.*)$/.exec(row) ?? [];
    return [name, ...cells.trim().split(/\s{2,}/)];
  });
}

function cellsOf([name, ...texts]: Row): Cell[] {
  if (texts.length !== STATUSES.length) throw new Error(`Not one cell a status: ${name}`);
  return STATUSES.map((status, place) => ({ name, status, text: texts[place] ?? "" }));
}
