/** Reads the bodies of requests that create or change a person. */
import { badRequest, type ScimFault } from "./messages";
import { parsePath } from "./paths";
import { isEmpty, isObject, lowerCaseKeys, StatedUserReader, type StatedUser } from "./statedUser";

type Read = { readonly stated: StatedUser } | { readonly fault: ScimFault };

/** Directories send one operation for each changed attribute. */
const MAX_OPERATIONS = 100;

const NO_OBJECT = badRequest("invalidSyntax", "The body must be a JSON object.");
const NO_OPERATIONS = badRequest(
  "invalidSyntax",
  `Operations must be a list of 1 to ${MAX_OPERATIONS} operations.`,
);

/** Reads a whole user (POST, PUT). */
export function readUser(body: unknown): Read {
  if (!isObject(body)) return { fault: NO_OBJECT };
  const reader = new StatedUserReader();
  reader.assignAll(body);
  return outcome(reader);
}

/** Reads a PATCH: all of its operations apply, or none. */
export function readPatch(body: unknown): Read {
  if (!isObject(body)) return { fault: NO_OBJECT };
  const { operations } = lowerCaseKeys(body);
  if (!Array.isArray(operations) || operations.length === 0) return { fault: NO_OPERATIONS };
  if (operations.length > MAX_OPERATIONS) return { fault: NO_OPERATIONS };
  const reader = new StatedUserReader();
  for (const operation of operations as unknown[]) readOperation(reader, operation);
  return outcome(reader);
}

function readOperation(reader: StatedUserReader, operation: unknown): void {
  const { op, path, value } = lowerCaseKeys(isObject(operation) ? operation : {});
  const kind = typeof op === "string" ? op.toLowerCase() : "";
  if (kind !== "add" && kind !== "replace" && kind !== "remove") {
    return reader.refuse(badRequest("invalidSyntax", 'op must be "add", "replace" or "remove".'));
  }
  if (isEmpty(path)) {
    if (kind === "remove") {
      return reader.refuse(badRequest("noTarget", "A removal needs a path."));
    }
    if (!isObject(value)) {
      const detail = "An operation without a path needs an object of attributes as its value.";
      return reader.refuse(badRequest("invalidValue", detail));
    }
    return reader.assignAll(value);
  }
  const target = typeof path === "string" ? parsePath(path) : null;
  const isKnown =
    target !== null && (kind === "remove" ? reader.remove(target) : reader.assign(target, value));
  if (!isKnown) {
    const shown = typeof path === "string" ? path.slice(0, 100) : "the path";
    reader.refuse(badRequest("invalidPath", `There is no attribute ${shown}.`));
  }
}

/**
 * A deactivation is never refused because of another attribute in the request: an unreadable
 * attribute must not keep a leaver's account open.
 */
function outcome(reader: StatedUserReader): Read {
  const stated = reader.result();
  if (stated.active === false || reader.fault === null) return { stated };
  return { fault: reader.fault };
}
