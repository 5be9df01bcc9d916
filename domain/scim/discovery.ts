/** What `/scim/v2` tells about itself: RFC 7643, sections 5 to 7. */
import { CORE_USER, ENTERPRISE_USER, MAX_SCIM_PAGE, SCIM_ROOT } from "./messages";

const SCHEMAS = "urn:ietf:params:scim:schemas:core:2.0";

const metaOf = (resourceType: string, origin: string, path: string) => ({
  resourceType,
  location: `${origin}${SCIM_ROOT}${path}`,
});

export function serviceProviderConfig(origin: string) {
  return {
    schemas: [`${SCHEMAS}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_SCIM_PAGE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A SCIM token of an admin, in the header Authorization: Bearer",
        specUri: "https://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: metaOf("ServiceProviderConfig", origin, "/ServiceProviderConfig"),
  };
}

export function resourceTypes(origin: string) {
  return [
    {
      schemas: [`${SCHEMAS}:ResourceType`],
      id: "User",
      name: "User",
      endpoint: "/Users",
      description: "A person with an account",
      schema: CORE_USER,
      schemaExtensions: [{ schema: ENTERPRISE_USER, required: false }],
      meta: metaOf("ResourceType", origin, "/ResourceTypes/User"),
    },
  ];
}

type Attribute = {
  readonly name: string;
  readonly description: string;
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly isUnique?: true;
  readonly isMultiValued?: true;
  readonly parts?: readonly Attribute[];
};

/** The attributes that SMS stores; it ignores the others of the two schemas. */
const USER: readonly Attribute[] = [
  {
    name: "userName",
    description: "The e-mail: an address of the company's domain",
    isRequired: true,
    isUnique: true,
  },
  { name: "displayName", description: "The name to show" },
  {
    name: "name",
    description: "The name in parts",
    type: "complex",
    parts: [
      { name: "formatted", description: "Used if there is no displayName" },
      { name: "givenName", description: "First name" },
      { name: "familyName", description: "Last name" },
    ],
  },
  {
    name: "active",
    description: "False: the person cannot sign in and receives nothing",
    type: "boolean",
  },
  {
    name: "emails",
    description: "The userName again",
    type: "complex",
    isMultiValued: true,
    isReadOnly: true,
    parts: [
      { name: "value", description: "The e-mail", isReadOnly: true },
      { name: "type", description: "work", isReadOnly: true },
      { name: "primary", description: "true", type: "boolean", isReadOnly: true },
    ],
  },
  {
    name: "phoneNumbers",
    description: "Stored while the person has none",
    type: "complex",
    isMultiValued: true,
    parts: [
      { name: "value", description: "The number" },
      { name: "type", description: "work, else mobile, else the first" },
    ],
  },
  {
    name: "addresses",
    description: "Stored while the person has none",
    type: "complex",
    isMultiValued: true,
    parts: [
      { name: "formatted", description: "The address on one line" },
      { name: "streetAddress", description: "Used if there is no formatted address" },
      { name: "locality", description: "City" },
      { name: "country", description: "ISO 3166 code or English name" },
      { name: "type", description: "work, else the first" },
    ],
  },
];

const ENTERPRISE: readonly Attribute[] = [
  {
    name: "manager",
    description: "The supervisor",
    type: "complex",
    parts: [
      { name: "value", description: "The id or the e-mail of another user" },
      { name: "$ref", description: "The manager's address", type: "reference", isReadOnly: true },
      { name: "displayName", description: "The manager's name", isReadOnly: true },
    ],
  },
];

export function schemas(origin: string) {
  return [
    schema({ id: CORE_USER, name: "User", attributes: USER }, origin),
    schema({ id: ENTERPRISE_USER, name: "EnterpriseUser", attributes: ENTERPRISE }, origin),
  ];
}

function schema(
  stated: { id: string; name: string; attributes: readonly Attribute[] },
  origin: string,
) {
  const { id, name, attributes } = stated;
  return {
    schemas: [`${SCHEMAS}:Schema`],
    id,
    name,
    description: name,
    attributes: attributes.map(described),
    meta: metaOf("Schema", origin, `/Schemas/${id}`),
  };
}

function described(attribute: Attribute): object {
  const { name, description, type = "string", parts } = attribute;
  return {
    name,
    description,
    type,
    multiValued: attribute.isMultiValued ?? false,
    required: attribute.isRequired ?? false,
    caseExact: false,
    mutability: attribute.isReadOnly ? "readOnly" : "readWrite",
    returned: "default",
    uniqueness: attribute.isUnique ? "server" : "none",
    ...(type === "reference" && { referenceTypes: ["User"] }),
    ...(parts && { subAttributes: parts.map(described) }),
  };
}
