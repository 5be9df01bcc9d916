/**
 * Requests as Entra ID and Okta send them, including spellings, superfluous attributes and forms
 * that the RFC does not have.
 */
const CORE = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Operation = { readonly op: string; readonly path?: string; readonly value?: unknown };

export const patch = (...operations: readonly Operation[]) => ({
  schemas: [PATCH],
  Operations: operations,
});

/** Entra ID creates a user. */
export const entraUser = (email: string) => ({
  schemas: [CORE, ENTERPRISE],
  externalId: `entra-${email}`,
  userName: email,
  active: true,
  displayName: "Ana Lima",
  emails: [{ primary: true, type: "work", value: email }],
  meta: { resourceType: "User" },
  name: { formatted: "Ana Lima", familyName: "Lima", givenName: "Ana" },
  title: "Test engineer",
  preferredLanguage: "pt-BR",
  addresses: [
    {
      type: "work",
      formatted: "Av. Paulista 1000",
      streetAddress: "Av. Paulista 1000",
      locality: "São Paulo",
      region: "SP",
      postalCode: "01310-100",
      country: "BR",
    },
  ],
  phoneNumbers: [
    { type: "mobile", value: "+55 11 91234 5678" },
    { type: "work", value: "+55 11 4004 0000" },
  ],
  roles: [],
  [ENTERPRISE]: { employeeNumber: "7", department: "Lab" },
});

/** Okta creates a user. */
export const oktaUser = (email: string) => ({
  schemas: [CORE],
  userName: email,
  name: { givenName: "Bruno", familyName: "Costa" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Bruno Costa",
  locale: "en-US",
  externalId: `00u-${email}`,
  groups: [],
  password: "1mz050nq",
  active: true,
});

/** Okta changes a user: the whole user again, with what it read. */
export const oktaPut = (id: string, email: string, changes: object) => ({
  ...oktaUser(email),
  id,
  meta: { resourceType: "User" },
  ...changes,
});

type Form = {
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly becomes: object;
};

/** Stands for the id of the supervisor ingrid@company.com. */
const MANAGER = "{manager}";

/** The form with the supervisor's id. */
export function withManager(form: Form, id: string): Form {
  return JSON.parse(JSON.stringify(form).replaceAll(MANAGER, id)) as Form;
}

/**
 * Changes of a user whom `oktaUser` created, who has neither phone nor address, with the attributes
 * that they lead to.
 */
export const PATCH_FORMS: readonly Form[] = [
  {
    title: "Entra ID deactivates with a text",
    operations: [{ op: "Replace", path: "active", value: "False" }],
    becomes: { active: false },
  },
  {
    title: "Entra ID with aadOptscim062020 deactivates with a boolean",
    operations: [{ op: "replace", path: "active", value: false }],
    becomes: { active: false },
  },
  {
    title: "Okta deactivates without a path",
    operations: [{ op: "replace", value: { active: false } }],
    becomes: { active: false },
  },
  {
    title: "Entra ID wraps a single value",
    operations: [{ op: "Replace", path: "active", value: [{ $ref: null, value: "False" }] }],
    becomes: { active: false },
  },
  {
    title: "Entra ID renames",
    operations: [
      { op: "Replace", path: "displayName", value: "Bruno Souza" },
      { op: "Replace", path: "name.familyName", value: "Souza" },
      { op: "Replace", path: "name.formatted", value: "Bruno Souza" },
    ],
    becomes: { displayName: "Bruno Souza", name: { familyName: "Souza", givenName: "Bruno" } },
  },
  {
    title: "a part of the name renames",
    operations: [{ op: "replace", path: "name.familyName", value: "Souza" }],
    becomes: { displayName: "Bruno Souza", name: { familyName: "Souza" } },
  },
  {
    title: "Entra ID joins attributes in one value with paths as keys",
    operations: [
      {
        op: "Replace",
        value: {
          "name.givenName": "Bruna",
          "name.familyName": "Souza",
          [`${ENTERPRISE}:department`]: "Radio",
          [`${ENTERPRISE}:manager`]: MANAGER,
        },
      },
    ],
    becomes: { displayName: "Bruna Souza", [ENTERPRISE]: { manager: { value: MANAGER } } },
  },
  {
    title: "Okta sends the name as an object",
    operations: [{ op: "replace", value: { name: { givenName: "Bruna", familyName: "Costa" } } }],
    becomes: { displayName: "Bruna Costa" },
  },
  {
    title: "Entra ID sets the manager by a value",
    operations: [{ op: "Add", path: `${ENTERPRISE}:manager`, value: MANAGER }],
    becomes: { [ENTERPRISE]: { manager: { value: MANAGER } } },
  },
  {
    title: "the manager comes as an object",
    operations: [{ op: "replace", path: `${ENTERPRISE}:manager`, value: { value: MANAGER } }],
    becomes: { [ENTERPRISE]: { manager: { value: MANAGER } } },
  },
  {
    title: "the manager comes as a list with a reference",
    operations: [
      {
        op: "Add",
        path: "manager",
        value: [{ $ref: `https://sms.example.com/scim/v2/Users/${MANAGER}`, value: MANAGER }],
      },
    ],
    becomes: { [ENTERPRISE]: { manager: { value: MANAGER } } },
  },
  {
    title: "the manager comes by e-mail, in the group of its schema",
    operations: [
      { op: "replace", value: { [ENTERPRISE]: { manager: { value: "Ingrid@Company.com" } } } },
    ],
    becomes: { [ENTERPRISE]: { manager: { value: MANAGER } } },
  },
  {
    title: "Entra ID fills phone and address part by part",
    operations: [
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+55 11 91234 5678" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+55 11 4004 0000" },
      { op: "Add", path: 'addresses[type eq "work"].country', value: "BR" },
      { op: "Add", path: 'addresses[type eq "work"].locality', value: "São Paulo" },
      { op: "Add", path: 'addresses[type eq "work"].streetAddress', value: "Av. Paulista 1000" },
      { op: "Add", path: 'addresses[type eq "work"].postalCode', value: "01310-100" },
    ],
    becomes: {
      phoneNumbers: [{ value: "+55 11 4004 0000" }],
      addresses: [
        {
          formatted: "Av. Paulista 1000, São Paulo, Brazil",
          locality: "São Paulo",
          country: "Brazil",
        },
      ],
    },
  },
  {
    title: "Entra ID sends what SMS does not store",
    operations: [
      { op: "Replace", path: 'emails[type eq "work"].value', value: "bruno@elsewhere.example" },
      { op: "Add", path: "title", value: "Engineer" },
      { op: "Add", path: `${ENTERPRISE}:employeeNumber`, value: "7" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "admin" },
      { op: "Remove", path: 'phoneNumbers[type eq "fax"].value' },
      { op: "Replace", path: "externalId", value: "another-id" },
    ],
    becomes: { displayName: "Bruno Costa", externalId: "another-id" },
  },
  {
    title: "a deactivation beside an attribute that does not exist",
    operations: [
      { op: "replace", path: "urn:example:unheard:thing", value: 1 },
      { op: "replace", path: "active", value: "FALSE" },
    ],
    becomes: { active: false },
  },
];
