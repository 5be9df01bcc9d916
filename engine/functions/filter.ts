import { inspect } from "node:util";
import { compareValues, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { valueAt } from "../values/json";
import type { JSONObject } from "./types";

/**
 * An expression of `.filter(q => …)` as the `convex` package serializes it: one operator per node.
 */
export type FilterJson = JSONObject;

type Evaluate = (document: JSONObject) => Value | undefined;
type Binary = (left: Value | undefined, right: Value | undefined) => Value;

const COMPARISONS: Record<string, Binary> = {
  $eq: (left, right) => compareValues(left, right) === 0,
  $neq: (left, right) => compareValues(left, right) !== 0,
  $lt: (left, right) => compareValues(left, right) < 0,
  $lte: (left, right) => compareValues(left, right) <= 0,
  $gt: (left, right) => compareValues(left, right) > 0,
  $gte: (left, right) => compareValues(left, right) >= 0,
};

const ARITHMETIC: Record<string, Binary> = {
  $add: arithmetic(
    "add",
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  $sub: arithmetic(
    "subtract",
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  $mul: arithmetic(
    "multiply",
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  $div: arithmetic(
    "divide",
    (a, b) => a / b,
    (a, b) => a / b,
  ),
  $mod: arithmetic(
    "modulo",
    (a, b) => a % b,
    (a, b) => a % b,
  ),
};

/**
 * Compiles a filter to a predicate on parsed documents (Convex JSON). It throws on a wrong type.
 */
export function compileFilter(filter: FilterJson): (document: JSONObject) => boolean {
  const evaluate = compile(filter);
  return (document) => asBoolean(evaluate(document), "filter");
}

function compile(expression: FilterJson): Evaluate {
  const [operator, operand] = Object.entries(expression)[0] ?? ["", null];
  const binary = COMPARISONS[operator] ?? ARITHMETIC[operator];
  if (binary) {
    const [left, right] = (operand as [FilterJson, FilterJson]).map(compile) as [
      Evaluate,
      Evaluate,
    ];
    return (document) => binary(left(document), right(document));
  }
  switch (operator) {
    case "$field": {
      const path = (operand as string).split(".");
      return (document) => valueAt(document, path);
    }
    case "$literal": {
      const literal = isUndefined(operand) ? undefined : jsonToConvex(operand);
      return () => literal;
    }
    case "$and": {
      const terms = (operand as FilterJson[]).map(compile);
      return (document) => terms.every((term) => asBoolean(term(document), "and"));
    }
    case "$or": {
      const terms = (operand as FilterJson[]).map(compile);
      return (document) => terms.some((term) => asBoolean(term(document), "or"));
    }
    case "$not": {
      const term = compile(operand as FilterJson);
      return (document) => !asBoolean(term(document), "not");
    }
    case "$neg": {
      const term = compile(operand as FilterJson);
      return (document) => {
        const value = term(document);
        if (typeof value === "number" || typeof value === "bigint") return -value;
        throw new Error(`Cannot negate ${describe(value)}`);
      };
    }
    default:
      throw new Error(`Unknown filter operator ${operator}`);
  }
}

function arithmetic(
  name: string,
  numbers: (a: number, b: number) => number,
  bigints: (a: bigint, b: bigint) => bigint,
): Binary {
  return (left, right) => {
    if (typeof left === "number" && typeof right === "number") return numbers(left, right);
    if (typeof left === "bigint" && typeof right === "bigint") {
      return BigInt.asIntN(64, bigints(left, right));
    }
    throw new Error(`Cannot ${name} ${describe(left)} and ${describe(right)}`);
  };
}

function asBoolean(value: Value | undefined, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(`Expected a boolean in ${name}, got ${describe(value)}`);
}

function isUndefined(json: JSONValue): boolean {
  return typeof json === "object" && json !== null && "$undefined" in json;
}

function describe(value: Value | undefined): string {
  return `${inspect(value)} (type ${value === null ? "null" : typeof value})`;
}
