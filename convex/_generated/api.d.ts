/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";
import type * as accounts from "../accounts.js";
import type * as admins from "../admins.js";
import type * as audit from "../audit.js";
import type * as auth from "../auth.js";
import type * as baskets from "../baskets.js";
import type * as check from "../check.js";
import type * as config from "../config.js";
import type * as crons from "../crons.js";
import type * as custody from "../custody.js";
import type * as dashboard from "../dashboard.js";
import type * as demo from "../demo.js";
import type * as employees from "../employees.js";
import type * as history from "../history.js";
import type * as http from "../http.js";
import type * as identifiers from "../identifiers.js";
import type * as imports from "../imports.js";
import type * as inbox from "../inbox.js";
import type * as invitations from "../invitations.js";
import type * as lib_codes from "../lib/codes.js";
import type * as lib_demoApi from "../lib/demoApi.js";
import type * as lib_demoTokens from "../lib/demoTokens.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_functions from "../lib/functions.js";
import type * as lib_mailService from "../lib/mailService.js";
import type * as lib_mergedRanges from "../lib/mergedRanges.js";
import type * as lib_networks from "../lib/networks.js";
import type * as lib_passwordProvider from "../lib/passwordProvider.js";
import type * as lib_rangesInTurn from "../lib/rangesInTurn.js";
import type * as lib_responses from "../lib/responses.js";
import type * as lib_shownSample from "../lib/shownSample.js";
import type * as lib_tableQueries from "../lib/tableQueries.js";
import type * as lib_validators from "../lib/validators.js";
import type * as lookups from "../lookups.js";
import type * as mail from "../mail.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_addressMoves from "../model/addressMoves.js";
import type * as model_audit from "../model/audit.js";
import type * as model_basketMails from "../model/basketMails.js";
import type * as model_baskets from "../model/baskets.js";
import type * as model_check from "../model/check.js";
import type * as model_claims from "../model/claims.js";
import type * as model_copyKeys from "../model/copyKeys.js";
import type * as model_counters from "../model/counters.js";
import type * as model_custody from "../model/custody.js";
import type * as model_dailyFigures from "../model/dailyFigures.js";
import type * as model_demo_devices from "../model/demo/devices.js";
import type * as model_demo_journeys from "../model/demo/journeys.js";
import type * as model_demo_people from "../model/demo/people.js";
import type * as model_demo_random from "../model/demo/random.js";
import type * as model_demo_seed from "../model/demo/seed.js";
import type * as model_deviceModels from "../model/deviceModels.js";
import type * as model_digests from "../model/digests.js";
import type * as model_emailChange from "../model/emailChange.js";
import type * as model_employees from "../model/employees.js";
import type * as model_erasure from "../model/erasure.js";
import type * as model_followAddress from "../model/followAddress.js";
import type * as model_formerEmails from "../model/formerEmails.js";
import type * as model_history from "../model/history.js";
import type * as model_identifiers from "../model/identifiers.js";
import type * as model_importSessions from "../model/importSessions.js";
import type * as model_importUndo from "../model/importUndo.js";
import type * as model_importUpdates from "../model/importUpdates.js";
import type * as model_imports from "../model/imports.js";
import type * as model_inbox from "../model/inbox.js";
import type * as model_invitations from "../model/invitations.js";
import type * as model_knownClients from "../model/knownClients.js";
import type * as model_listCounts from "../model/listCounts.js";
import type * as model_lists from "../model/lists.js";
import type * as model_longestWaits from "../model/longestWaits.js";
import type * as model_lookupMoves from "../model/lookupMoves.js";
import type * as model_lookupUses from "../model/lookupUses.js";
import type * as model_lookups from "../model/lookups.js";
import type * as model_mail from "../model/mail.js";
import type * as model_mailAdministration from "../model/mailAdministration.js";
import type * as model_mailedCodes from "../model/mailedCodes.js";
import type * as model_nameWords from "../model/nameWords.js";
import type * as model_names from "../model/names.js";
import type * as model_notifications from "../model/notifications.js";
import type * as model_nudges from "../model/nudges.js";
import type * as model_overdueDates from "../model/overdueDates.js";
import type * as model_overdueFollow from "../model/overdueFollow.js";
import type * as model_ownData from "../model/ownData.js";
import type * as model_pages from "../model/pages.js";
import type * as model_passwordChange from "../model/passwordChange.js";
import type * as model_people from "../model/people.js";
import type * as model_personPage from "../model/personPage.js";
import type * as model_photos from "../model/photos.js";
import type * as model_privateData from "../model/privateData.js";
import type * as model_profile from "../model/profile.js";
import type * as model_recipientLists from "../model/recipientLists.js";
import type * as model_recipientSearch from "../model/recipientSearch.js";
import type * as model_recipients from "../model/recipients.js";
import type * as model_registration from "../model/registration.js";
import type * as model_reportSchedules from "../model/reportSchedules.js";
import type * as model_sampleFeed from "../model/sampleFeed.js";
import type * as model_sampleWrites from "../model/sampleWrites.js";
import type * as model_samples from "../model/samples.js";
import type * as model_savedViews from "../model/savedViews.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_settings from "../model/settings.js";
import type * as model_signUps from "../model/signUps.js";
import type * as model_snoozes from "../model/snoozes.js";
import type * as model_supervision from "../model/supervision.js";
import type * as model_throttle from "../model/throttle.js";
import type * as model_totals from "../model/totals.js";
import type * as model_transactions from "../model/transactions.js";
import type * as model_trends from "../model/trends.js";
import type * as model_undo from "../model/undo.js";
import type * as model_users from "../model/users.js";
import type * as model_visibility from "../model/visibility.js";
import type * as ownData from "../ownData.js";
import type * as passwords from "../passwords.js";
import type * as people from "../people.js";
import type * as profile from "../profile.js";
import type * as reports from "../reports.js";
import type * as sampleFeed from "../sampleFeed.js";
import type * as samples from "../samples.js";
import type * as schema_accounts from "../schema/accounts.js";
import type * as schema_administration from "../schema/administration.js";
import type * as schema_authTables from "../schema/authTables.js";
import type * as schema_baskets from "../schema/baskets.js";
import type * as schema_imports from "../schema/imports.js";
import type * as schema_inbox from "../schema/inbox.js";
import type * as schema_reports from "../schema/reports.js";
import type * as schema_samples from "../schema/samples.js";
import type * as schema_trends from "../schema/trends.js";
import type * as schema_views from "../schema/views.js";
import type * as sessions from "../sessions.js";
import type * as supervisors from "../supervisors.js";
import type * as trends from "../trends.js";
import type * as users from "../users.js";
import type * as views from "../views.js";

/**
 * A utility for referencing Convex functions in your app's API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
declare const fullApi: ApiFromModules<{
  accounts: typeof accounts;
  admins: typeof admins;
  audit: typeof audit;
  auth: typeof auth;
  baskets: typeof baskets;
  check: typeof check;
  config: typeof config;
  crons: typeof crons;
  custody: typeof custody;
  dashboard: typeof dashboard;
  demo: typeof demo;
  employees: typeof employees;
  history: typeof history;
  http: typeof http;
  identifiers: typeof identifiers;
  imports: typeof imports;
  inbox: typeof inbox;
  invitations: typeof invitations;
  "lib/codes": typeof lib_codes;
  "lib/demoApi": typeof lib_demoApi;
  "lib/demoTokens": typeof lib_demoTokens;
  "lib/errors": typeof lib_errors;
  "lib/functions": typeof lib_functions;
  "lib/mailService": typeof lib_mailService;
  "lib/mergedRanges": typeof lib_mergedRanges;
  "lib/networks": typeof lib_networks;
  "lib/passwordProvider": typeof lib_passwordProvider;
  "lib/rangesInTurn": typeof lib_rangesInTurn;
  "lib/responses": typeof lib_responses;
  "lib/shownSample": typeof lib_shownSample;
  "lib/tableQueries": typeof lib_tableQueries;
  "lib/validators": typeof lib_validators;
  lookups: typeof lookups;
  mail: typeof mail;
  "model/accounts": typeof model_accounts;
  "model/addressMoves": typeof model_addressMoves;
  "model/audit": typeof model_audit;
  "model/basketMails": typeof model_basketMails;
  "model/baskets": typeof model_baskets;
  "model/check": typeof model_check;
  "model/claims": typeof model_claims;
  "model/copyKeys": typeof model_copyKeys;
  "model/counters": typeof model_counters;
  "model/custody": typeof model_custody;
  "model/dailyFigures": typeof model_dailyFigures;
  "model/demo/devices": typeof model_demo_devices;
  "model/demo/journeys": typeof model_demo_journeys;
  "model/demo/people": typeof model_demo_people;
  "model/demo/random": typeof model_demo_random;
  "model/demo/seed": typeof model_demo_seed;
  "model/deviceModels": typeof model_deviceModels;
  "model/digests": typeof model_digests;
  "model/emailChange": typeof model_emailChange;
  "model/employees": typeof model_employees;
  "model/erasure": typeof model_erasure;
  "model/followAddress": typeof model_followAddress;
  "model/formerEmails": typeof model_formerEmails;
  "model/history": typeof model_history;
  "model/identifiers": typeof model_identifiers;
  "model/importSessions": typeof model_importSessions;
  "model/importUndo": typeof model_importUndo;
  "model/importUpdates": typeof model_importUpdates;
  "model/imports": typeof model_imports;
  "model/inbox": typeof model_inbox;
  "model/invitations": typeof model_invitations;
  "model/knownClients": typeof model_knownClients;
  "model/listCounts": typeof model_listCounts;
  "model/lists": typeof model_lists;
  "model/longestWaits": typeof model_longestWaits;
  "model/lookupMoves": typeof model_lookupMoves;
  "model/lookupUses": typeof model_lookupUses;
  "model/lookups": typeof model_lookups;
  "model/mail": typeof model_mail;
  "model/mailAdministration": typeof model_mailAdministration;
  "model/mailedCodes": typeof model_mailedCodes;
  "model/nameWords": typeof model_nameWords;
  "model/names": typeof model_names;
  "model/notifications": typeof model_notifications;
  "model/nudges": typeof model_nudges;
  "model/overdueDates": typeof model_overdueDates;
  "model/overdueFollow": typeof model_overdueFollow;
  "model/ownData": typeof model_ownData;
  "model/pages": typeof model_pages;
  "model/passwordChange": typeof model_passwordChange;
  "model/people": typeof model_people;
  "model/personPage": typeof model_personPage;
  "model/photos": typeof model_photos;
  "model/privateData": typeof model_privateData;
  "model/profile": typeof model_profile;
  "model/recipientLists": typeof model_recipientLists;
  "model/recipientSearch": typeof model_recipientSearch;
  "model/recipients": typeof model_recipients;
  "model/registration": typeof model_registration;
  "model/reportSchedules": typeof model_reportSchedules;
  "model/sampleFeed": typeof model_sampleFeed;
  "model/sampleWrites": typeof model_sampleWrites;
  "model/samples": typeof model_samples;
  "model/savedViews": typeof model_savedViews;
  "model/sessions": typeof model_sessions;
  "model/settings": typeof model_settings;
  "model/signUps": typeof model_signUps;
  "model/snoozes": typeof model_snoozes;
  "model/supervision": typeof model_supervision;
  "model/throttle": typeof model_throttle;
  "model/totals": typeof model_totals;
  "model/transactions": typeof model_transactions;
  "model/trends": typeof model_trends;
  "model/undo": typeof model_undo;
  "model/users": typeof model_users;
  "model/visibility": typeof model_visibility;
  ownData: typeof ownData;
  passwords: typeof passwords;
  people: typeof people;
  profile: typeof profile;
  reports: typeof reports;
  sampleFeed: typeof sampleFeed;
  samples: typeof samples;
  "schema/accounts": typeof schema_accounts;
  "schema/administration": typeof schema_administration;
  "schema/authTables": typeof schema_authTables;
  "schema/baskets": typeof schema_baskets;
  "schema/imports": typeof schema_imports;
  "schema/inbox": typeof schema_inbox;
  "schema/reports": typeof schema_reports;
  "schema/samples": typeof schema_samples;
  "schema/trends": typeof schema_trends;
  "schema/views": typeof schema_views;
  sessions: typeof sessions;
  supervisors: typeof supervisors;
  trends: typeof trends;
  users: typeof users;
  views: typeof views;
}>;
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;
