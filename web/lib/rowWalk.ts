/**
 * Moves from the row of a sample to its neighbour. @param by 1: the next row, -1: the previous one
 *
 * @returns false if there is no such row
 */
type Walk = (sampleId: string, by: 1 | -1) => boolean;

const walks: Walk[] = [];

/**
 * Offers a table's rows to the sheet above it.
 *
 * @returns a function that withdraws them
 */
export function offerRows(walk: Walk): () => void {
  walks.push(walk);
  return () => void walks.splice(walks.indexOf(walk), 1);
}

/** Opens the neighbour of a sample in the table below its sheet; false if there is none. */
export const openNeighbour: Walk = (sampleId, by) => walks.at(-1)?.(sampleId, by) ?? false;
