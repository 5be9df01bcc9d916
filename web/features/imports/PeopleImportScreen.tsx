import { Download } from "lucide-react";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/lib/saveFile";
import { PERSON_FIELDS, PERSON_LABELS } from "#domain/people/personRows";
import { ImportCard } from "./ImportCard";
import { PEOPLE_WORDS } from "./peopleImport";
import { PeopleSteps } from "./PeopleSteps";
import { readSheet, type ReadSheet } from "./readSheet";

/**
 * Imports people: a spreadsheet is checked and corrected, then new people are invited
 * (docs/product.md, "Importing people").
 *
 * @param read undefined: reads in a worker
 */
export function PeopleImportScreen({ read = readSheet }: { read?: ReadSheet }) {
  return (
    <>
      <PageHeader
        title="Import people"
        description="One person per row: an e-mail and, optionally, a role, supervisor, status and thresholds. New people are invited by e-mail."
        back="/pages/users"
        actions={
          <>
            <Button variant="outline" onClick={saveTemplate}>
              <Download aria-hidden />
              Template
            </Button>
          </>
        }
      />
      <ImportCard read={read} table="people" words={PEOPLE_WORDS}>
        {(props) => <PeopleSteps {...props} />}
      </ImportCard>
    </>
  );
}

/** Downloads a file that contains only the headings. No label needs CSV quoting. */
function saveTemplate(): void {
  const headings = PERSON_FIELDS.map((field) => PERSON_LABELS[field]).join(",");
  saveFile("people.csv", "text/csv", `${headings}\r\n`);
}
