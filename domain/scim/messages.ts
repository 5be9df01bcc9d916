/**
 * The envelopes of SCIM 2.0 (RFC 7643, RFC 7644): the protocol by which a company's directory
 * creates, changes and deactivates people under `/scim/v2`.
 */
export const SCIM_ROOT = "/scim/v2";
export const SCIM_CONTENT_TYPE = "application/scim+json";

/** Users on one page of a list. */
export const MAX_SCIM_PAGE = 200;
/** Characters of a request's body; the largest user that a directory sends has about 4,000. */
export const MAX_SCIM_BODY = 65_536;

export const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE_USER = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";

/** RFC 7644, section 3.12. */
type ScimType =
  | "uniqueness"
  | "tooMany"
  | "invalidFilter"
  | "invalidSyntax"
  | "invalidPath"
  | "invalidValue"
  | "mutability"
  | "noTarget";

/** Why a request is refused. `detail` is a sentence for the directory's administrator. */
export type ScimFault = {
  readonly status: number;
  readonly scimType?: ScimType;
  readonly detail: string;
};

export function badRequest(scimType: ScimType, detail: string): ScimFault {
  return { status: 400, scimType, detail };
}

export function errorMessage({ status, ...told }: ScimFault) {
  return { schemas: [`${MESSAGES}:Error`], status: String(status), ...told };
}

/** @param startIndex the first resource's place in the whole list, from 1 */
export function listMessage(
  resources: readonly object[],
  { total, startIndex }: { readonly total: number; readonly startIndex: number },
) {
  return {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
