import { defineTable } from "convex/server";
import { v, type GenericValidator, type VFloat64, type VRecord, type VString } from "convex/values";
import { HISTORY_ACTIONS, STEPS } from "#domain/custody/workflow";
import { STATUSES, type StatusCounts } from "#domain/custody/statuses";
import { fieldsWith, HISTORY_FIELDS, MODEL_FIELDS, TEXT_FIELDS } from "#domain/samples/fields";
import { PICK_LIST_KINDS } from "#domain/samples/pickLists";
import { STEP_FIELDS } from "#domain/custody/undo";
import { oneOf } from "../lib/validators";

export const status = oneOf(STATUSES);
export const duplicate = oneOf(["none", "imei1", "imei2", "both"]);
const historyAction = oneOf(HISTORY_ACTIONS);
export const pickListKind = oneOf(PICK_LIST_KINDS);

/** One validator for each of the fields. */
const eachIs = <Field extends string, Kind extends GenericValidator>(
  fields: readonly Field[],
  validator: Kind,
) => Object.fromEntries(fields.map((field) => [field, validator])) as Record<Field, Kind>;

/** The texts entered for a sample, "" if not entered. Meaning: domain/samples/fields.ts. */
const statedText = eachIs(TEXT_FIELDS, v.string());
/** Degrees and epoch ms, UTC; undefined if not entered. */
const statedNumbers = eachIs(fieldsWith("stated", "number"), v.optional(v.number()));

/**
 * The argument `fields` of samples.register and samples.edit; `SampleInput` in
 * domain/samples/fields.ts.
 */
export const sampleInput = v.object({
  ...statedText,
  ...statedNumbers,
  noImei: v.optional(v.boolean()),
  city: v.optional(v.string()),
  samplmanag: v.optional(v.string()),
  lastmanag: v.optional(v.string()),
});

/** A model, with the fields that its samples have in common: model/samples/knownModels.ts. */
export const knownModel = v.object({
  ...v.object(statedText).pick("brand", "model").fields,
  ...v
    .object(statedText)
    .pick(...MODEL_FIELDS)
    .partial().fields,
});

/** Note, tracking number or account of a loss: domain/custody/requestDetails.ts. */
export const requestDetails = v.object({
  note: v.optional(v.string()),
  trackingNumber: v.optional(v.string()),
  lastSeen: v.optional(v.string()),
  whatHappened: v.optional(v.string()),
});

/** The state of a sample before a pending request: domain/custody/savedState.ts. */
const earlier = {
  status,
  date: v.optional(v.number()),
  place: v.optional(
    v.object({
      country: v.string(),
      city: v.string(),
      location: v.string(),
      userLocation: v.string(),
      lat: v.optional(v.number()),
      lng: v.optional(v.number()),
      userLat: v.optional(v.number()),
      userLng: v.optional(v.number()),
    }),
  ),
  inTransitTo: v.optional(v.string()),
  inTransitToSuper: v.optional(v.string()),
  requestDetails: v.optional(requestDetails),
};

/** All dates are epoch ms, UTC. */
const sampleFields = {
  ...statedText,
  ...statedNumbers,
  /** The non-empty IMEIs. */
  imeis: v.array(v.string()),
  duplicate,
  status,

  // Who registered it
  email: v.string(),
  uid: v.id("users"),
  registeredby: v.string(),
  registereddate: v.number(),
  /** The registrant whom the imported file named: any text. */
  registrantInFile: v.optional(v.string()),

  // Who holds it, and where
  samplmanag: v.string(),
  samplmanagname: v.string(),
  lastmanag: v.optional(v.string()),
  supervisor: v.string(),
  city: v.string(),
  userLocation: v.string(),
  userLat: v.optional(v.number()),
  userLng: v.optional(v.number()),

  // Hand-overs: at most one of inTransitTo, inReturnTo, inOSapprby is set
  inTransitTo: v.optional(v.string()),
  inTransitToSuper: v.optional(v.string()),
  inTransitDate: v.optional(v.number()),
  inUseDate: v.optional(v.number()),
  inReturnTo: v.optional(v.string()),
  inReturnSuper: v.optional(v.string()),
  inReturnDate: v.optional(v.number()),
  returnedDate: v.optional(v.number()),
  inOSapprby: v.optional(v.string()),
  osrequsuper: v.optional(v.string()),
  reqOSDate: v.optional(v.number()),
  osDate: v.optional(v.number()),
  /** Set while a request is pending, if the request included details. */
  requestDetails: v.optional(requestDetails),
  /** Set while a request is pending: the state that a decline or cancellation restores. */
  resumes: v.optional(v.object({ ...earlier, resumes: v.optional(v.object(earlier)) })),
  lastTransactionId: v.optional(v.string()),

  // Ranges and order of the lists: domain/samples/lists.ts, listIndexFields
  listDate: v.number(),
  pendingWith: v.optional(v.string()),
  /** Epoch ms from which the request counts as overdue; set while a request is pending. */
  overdueAt: v.optional(v.number()),
};

/** A sample as returned to clients. */
export const sampleDoc = v.object({
  _id: v.id("samples"),
  _creationTime: v.number(),
  ...sampleFields,
});

/**
 * The feed position of a sample's latest change: a shard of `counterTotals`, the shard's `seq`
 * after the change, and the number in the feed of its supervisor's team (`teamHeads`). Undefined if
 * the sample has not changed since the feeds were introduced.
 */
const feedPlace = {
  feedShard: v.optional(v.number()),
  feedSeq: v.optional(v.number()),
  teamSeq: v.optional(v.number()),
};

/** The change of one field by an edit; undefined means that the field had no value. */
const fieldChange = v.object({
  field: v.string(),
  from: v.optional(v.union(v.string(), v.number())),
  to: v.optional(v.union(v.string(), v.number())),
});

/** The latest step taken on the sample, for `undo` (domain/custody/undo.ts). */
const lastStep = {
  lastStep: v.optional(
    v.object({
      step: oneOf(STEPS),
      uid: v.id("users"),
      at: v.number(),
      transactionId: v.string(),
      /** The previous values of the fields that the step changed. */
      was: v
        .object(sampleFields)
        .pick(...STEP_FIELDS)
        .partial(),
      /** The fields that had no value before the step. */
      added: v.array(oneOf(STEP_FIELDS)),
      /** `overdueAt` of the request that was pending before the step, epoch ms. */
      overdueAt: v.optional(v.number()),
    }),
  ),
};

const historyFields = {
  sampleId: v.id("samples"),
  action: historyAction,
  actiondate: v.number(),
  /** E-mail of the actor. */
  email: v.string(),
  uid: v.id("users"),
  /** E-mail of the absent person for whom the actor stood in. */
  onBehalfOf: v.optional(v.string()),
  /** Generated by the client; refused if used twice. */
  transactionId: v.optional(v.string()),
  /**
   * E-mail of the person asked by Transfer, Return and Request Lost, or of the person whose request
   * a decline or cancellation ended.
   */
  recipient: v.optional(v.string()),
  /** Reason for a decline, a cancellation or a reopening. */
  reason: v.optional(v.string()),
  /** Note, tracking number or account of a loss, for Transfer, Return and Request Lost. */
  requestDetails: v.optional(requestDetails),
  /** The action that an Undone record reversed. */
  undone: v.optional(historyAction),
  changes: v.optional(v.array(fieldChange)),

  // Copies of the sample's fields after the step
  ...v.object(sampleFields).pick(...HISTORY_FIELDS).fields,
};

const historyDocFields = {
  _id: v.id("history"),
  _creationTime: v.number(),
  ...historyFields,
};
export const historyDoc = v.object(historyDocFields);

/**
 * A record as lists return it. `isUndone`: its step was undone, which the record itself does not
 * store.
 */
export const historyRow = v.object({ ...historyDocFields, isUndone: v.optional(v.literal(true)) });

/**
 * Samples by status. A record, because Convex requires keys of `v.object` to be identifiers and "In
 * Transit" is not one; the type lists the keys.
 */
export const statusCounts = v.record(v.string(), v.number()) as unknown as VRecord<
  StatusCounts,
  VString,
  VFloat64
>;

/**
 * Only convex/model/ writes these tables. Each table names its writer and the screens that read it.
 */
export const sampleTables = {
  /**
   * Samples. A list reads a few index ranges, one per status: model/lists/lists.ts. Writer:
   * model/samples/sampleWrites.ts.
   */
  samples: defineTable({ ...sampleFields, ...lastStep, ...feedPlace })
    .index("by_status_and_listDate", ["status", "listDate"])
    .index("by_samplmanag_and_status_and_listDate", ["samplmanag", "status", "listDate"])
    .index("by_supervisor_and_status_and_listDate", ["supervisor", "status", "listDate"])
    .index("by_pendingWith_and_status_and_listDate", ["pendingWith", "status", "listDate"])
    // A person's export of their own data
    .index("by_registeredby_and_status_and_listDate", ["registeredby", "status", "listDate"])
    // Updates after the holder's change of supervisor
    .index("by_samplmanag_and_supervisor", ["samplmanag", "supervisor"])
    // The latest sample of a model that a person or their team holds: model/samples/knownModels.ts
    .index("by_samplmanag_and_model", ["samplmanag", "model"])
    .index("by_supervisor_and_model", ["supervisor", "model"])
    // Samples that use a pick-list entry: model/samples/lookupUses.ts
    .index("by_customers", ["customers"])
    .index("by_brand", ["brand"])
    .index("by_hwtype", ["hwtype"])
    .index("by_simCard", ["simCard"])
    .index("by_tNetworks", ["tNetworks"])
    .index("by_slots", ["slots"])
    .index("by_os", ["os"])
    .index("by_devTypes", ["devTypes"])
    .index("by_hwVersion", ["hwVersion"])
    .index("by_model", ["model"])
    // Changes for the replicas in browsers: each sample once, at its latest change
    .index("by_feedShard_and_feedSeq", ["feedShard", "feedSeq"])
    // The same for a supervisor's tables: model/lists/teamFeed.ts
    .index("by_supervisor_and_feedShard_and_teamSeq", ["supervisor", "feedShard", "teamSeq"]),

  /**
   * Tombstones of deleted samples, for the same replicas. Writer: model/samples/sampleWrites.ts.
   */
  removedSamples: defineTable({
    feedShard: v.number(),
    feedSeq: v.number(),
    sampleId: v.id("samples"),
  }).index("by_feedShard_and_feedSeq", ["feedShard", "feedSeq"]),

  /**
   * The number of the latest change in each shard of a team's feed. Its writers also write the same
   * shard of `counterTotals`, so it adds no conflict. Writer: model/samples/sampleWrites.ts.
   */
  teamHeads: defineTable({ supervisor: v.string(), shard: v.number(), seq: v.number() }).index(
    "by_supervisor_and_shard",
    ["supervisor", "shard"],
  ),

  /**
   * Samples that left a team: handed over to another one, deleted, or moved with a holder who now
   * has another supervisor. Writer: model/samples/sampleWrites.ts.
   */
  teamDepartures: defineTable({
    supervisor: v.string(),
    feedShard: v.number(),
    teamSeq: v.number(),
    sampleId: v.id("samples"),
  }).index("by_supervisor_and_feedShard_and_teamSeq", ["supervisor", "feedShard", "teamSeq"]),

  /**
   * One row per start of the deployment, with the heads of the feed at that time. Shows whether a
   * replica may continue, or has seen changes that a restored backup rolled back. Writer:
   * model/lists/sampleFeed.ts.
   */
  feedRuns: defineTable({ runId: v.string(), heads: v.array(v.number()) }).index("by_runId", [
    "runId",
  ]),

  /**
   * History records, append-only. Writer: model/samples/history.ts. Readers: History screen, sample
   * timeline.
   */
  history: defineTable(historyFields)
    .index("by_actiondate", ["actiondate"])
    .index("by_samplmanag_and_actiondate", ["samplmanag", "actiondate"])
    .index("by_supervisor_and_actiondate", ["supervisor", "actiondate"])
    // Filter "Person": every role that a person may have in a step
    .index("by_lastmanag_and_actiondate", ["lastmanag", "actiondate"])
    .index("by_recipient_and_actiondate", ["recipient", "actiondate"])
    .index("by_email_and_actiondate", ["email", "actiondate"])
    .index("by_onBehalfOf_and_actiondate", ["onBehalfOf", "actiondate"])
    // Filter by action
    .index("by_action_and_actiondate", ["action", "actiondate"])
    .index("by_supervisor_and_action_and_actiondate", ["supervisor", "action", "actiondate"])
    // Order "By country"
    .index("by_samplmanag_and_country_and_actiondate", ["samplmanag", "country", "actiondate"])
    .index("by_supervisor_and_country_and_actiondate", ["supervisor", "country", "actiondate"])
    .index("by_sampleId_and_actiondate", ["sampleId", "actiondate"])
    // Repeated transactions: model/common/transactions.ts
    .index("by_uid_and_transactionId", ["uid", "transactionId"]),

  /**
   * One row per identifier of a sample. An IMEI has several rows only if New Sample flagged a
   * duplicate; a serial number, if an earlier version accepted two of its spellings.
   * Writer: model/samples/identifiers.ts.
   */
  identifiers: defineTable({
    kind: oneOf(["imei", "serialNumber"]),
    field: oneOf(["imei1", "imei2", "serialNumber"]),
    /** 15 digits, or `serialNumberKey` of the serial number. */
    key: v.string(),
    sampleId: v.id("samples"),
    /** The person who registered the sample. */
    uid: v.id("users"),
  }).index("by_kind_and_key_and_sampleId", ["kind", "key", "sampleId"]),

  /** The ten pick lists. Writer: model/samples/lookups.ts. */
  lookups: defineTable({ kind: pickListKind, label: v.string(), value: v.string() }).index(
    "by_kind_and_label",
    ["kind", "label"],
  ),

  /**
   * Entries whose value changed and whose samples are still being updated. Writer:
   * model/samples/lookupMoves.ts.
   */
  lookupMoves: defineTable({ kind: pickListKind, from: v.string(), to: v.string() })
    .index("by_kind_and_from", ["kind", "from"])
    .index("by_kind_and_to", ["kind", "to"]),

  /**
   * Registered models by type allocation code (the first 8 digits of their IMEI). Writer:
   * model/samples/deviceModels.ts. Readers: the forms' suggestions.
   */
  deviceModels: defineTable({
    tac: v.string(),
    brand: v.string(),
    model: v.string(),
    /** Device type of the first sample that had one. */
    hwtype: v.optional(v.string()),
  })
    .index("by_tac_and_brand_and_model", ["tac", "brand", "model"])
    .index("by_brand_and_model", ["brand", "model"])
    // Models renamed by a merge of pick-list entries
    .index("by_model", ["model"]),

  /**
   * People whose samples are still being updated to a new supervisor. Writer:
   * model/samples/supervisorMoves.ts.
   */
  supervisorMoves: defineTable({
    email: v.string(),
    from: v.string(),
    to: v.string(),
    moved: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_from", ["from"]),
};
