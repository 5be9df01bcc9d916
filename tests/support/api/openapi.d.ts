export interface paths {
    "/api/v1/lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of the pick lists
         * @description Scopes: lookups.
         */
        get: operations["lookups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The samples that the token's owner sees in the report, page by page
         * @description Scopes: samples.
         */
        get: operations["samples"];
        put?: never;
        /**
         * Registers a sample, as the token's owner
         * @description Scopes: registration.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/samples/{sample}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One sample by its id, its serial number or an IMEI
         * @description Scopes: samples.
         */
        get: operations["sample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the given fields of a sample, which becomes Registered as of now
         * @description Scopes: registration.
         */
        patch: operations["edit"];
        trace?: never;
    };
    "/api/v1/samples/{sample}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The history of one sample, newest first, page by page
         * @description Scopes: history.
         */
        get: operations["sampleHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The history that the token's owner sees, newest first in each of their scopes, page by page
         * @description Scopes: history.
         */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All samples that the token's owner sees in the report, as one file
         * @description Scopes: exports, samples.
         */
        get: operations["exportSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All history that the token's owner sees, newest first in each of their scopes, as one file
         * @description Scopes: exports, history.
         */
        get: operations["exportHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/samples/{sample}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a step with a sample, as the token's owner
         * @description Scopes: steps.
         */
        post: operations["takeStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sample changed */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the delivery; the same when it is repeated */
                    "webhook-id": string;
                    /** @description Time of this attempt, in epoch seconds */
                    "webhook-timestamp": string;
                    /** @description v1,SIGNATURE: HMAC-SHA256 in base64 of ID.TIMESTAMP.BODY, by the secret's key */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookEvent"];
                };
            };
            responses: {
                /** @description Taken. After any other answer it is sent again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The values of the ten pick lists. */
        Lookups: {
            /** @description Customers */
            customersModel: string[];
            /** @description Brand */
            brandModel: string[];
            /** @description Type Of Device */
            devTypes: string[];
            /** @description SIM Card Type */
            simCard: string[];
            /** @description Technology Network */
            Networks: string[];
            /** @description Number of Slots */
            slotsModel: string[];
            /** @description Operation System */
            osModel: string[];
            /** @description HW Type */
            hwtypesModel: string[];
            /** @description Hardware Version */
            hardwareVersion: string[];
            /** @description Device Model */
            deviceModal: string[];
        };
        /** @description A sample as it is now. */
        Sample: {
            /** @description Id of the sample */
            id: string;
            /** @description Country */
            country: string;
            /** @description Brand */
            brand: string;
            /** @description Model */
            model: string;
            /** @description Hardware type */
            devTypes: string;
            /** @description Device type */
            hwtype: string;
            /** @description Operating system */
            os: string;
            /** @description Networks */
            tNetworks: string;
            /** @description SIM slots */
            slots: string;
            /** @description SIM card */
            simCard: string;
            /** @description Hardware Version */
            hwVersion: string;
            /** @description Serial Number */
            serialNumber: string;
            /** @description IMEI 1 */
            imei1: string;
            /** @description IMEI 2 */
            imei2: string;
            /**
             * Format: date-time
             * @description Received Date
             */
            receiveDate?: string;
            /** @description Delivered by */
            deliveredBy: string;
            /** @description Customers */
            customers: string;
            /** @description Customer sample manager */
            custsamplmanag: string;
            /** @description Sample Manager */
            samplmanag: string;
            /** @description Sample manager's name */
            samplmanagname?: string;
            /** @description Last Manager */
            lastmanag?: string;
            /** @description Supervisor */
            supervisor: string;
            /** @description Phone number */
            phoneNumber: string;
            /** @description Location */
            location: string;
            /** @description Latitude, in degrees */
            lat?: number;
            /** @description Longitude, in degrees */
            lng?: number;
            /** @description Delivery location */
            locationR: string;
            /** @description Delivery latitude, in degrees */
            regfromlat?: number;
            /** @description Delivery longitude, in degrees */
            regfromlng?: number;
            /** @description City */
            city: string;
            /** @description Comments */
            comments: string;
            /**
             * @description Status
             * @enum {string}
             */
            status: "Registered" | "In Transit" | "In Use" | "In Return" | "Returned" | "Request Lost" | "Lost";
            /** @description Duplicate */
            duplicate?: string;
            /** @description Registered by */
            registeredby: string;
            /**
             * Format: date-time
             * @description Registered Date
             */
            registereddate: string;
            /** @description Registered by, in the file */
            registrantInFile?: string;
            /** @description In Transit To */
            inTransitTo?: string;
            /**
             * Format: date-time
             * @description In Transit Date
             */
            inTransitDate?: string;
            /**
             * Format: date-time
             * @description In Use Date
             */
            inUseDate?: string;
            /** @description In Return To */
            inReturnTo?: string;
            /**
             * Format: date-time
             * @description In Return Date
             */
            inReturnDate?: string;
            /**
             * Format: date-time
             * @description Returned Date
             */
            returnedDate?: string;
            /** @description Request Lost To */
            inOSapprby?: string;
            /**
             * Format: date-time
             * @description Request Lost Date
             */
            reqOSDate?: string;
            /**
             * Format: date-time
             * @description Lost Date
             */
            osDate?: string;
            /**
             * Format: date-time
             * @description Overdue since
             */
            overdueAt?: string;
        };
        SamplePage: {
            rows: components["schemas"]["Sample"][];
            /** @description Cursor of the next page, which may have no rows; null after the last */
            next: string | null;
        };
        /** @description One change of a sample, with the sample's key fields after it. Records never change; only `isUndone` does, for a minute after the step. A webhook's delivery does not have it. */
        HistoryRecord: {
            /** @description Id of the record */
            id: string;
            /** @description Id of the sample, which may have been deleted since */
            sampleId: string;
            /** @description Country */
            country?: string;
            /** @description City */
            city?: string;
            /** @description Customers */
            customers?: string;
            /** @description Brand */
            brand: string;
            /** @description Model */
            model: string;
            /** @description Serial Number */
            serialNumber: string;
            /** @description Imei 1 */
            imei1?: string;
            /** @description Imei 2 */
            imei2?: string;
            /**
             * @description Action
             * @enum {string}
             */
            action: "Register" | "Transfer" | "Transfer Acknowledge" | "Return" | "Return Acknowledge" | "Request Lost" | "Lost Acknowledge" | "Transfer Declined" | "Transfer Cancelled" | "Return Declined" | "Return Cancelled" | "Lost Declined" | "Lost Cancelled" | "Reopened" | "Undone" | "Delete";
            /**
             * @description Status
             * @enum {string}
             */
            status: "Registered" | "In Transit" | "In Use" | "In Return" | "Returned" | "Request Lost" | "Lost";
            /** @description Sample Manager */
            samplmanag: string;
            /** @description Last Manager */
            lastmanag?: string;
            /** @description Supervisor */
            supervisor: string;
            /**
             * Format: date-time
             * @description Action Date
             */
            actiondate: string;
            /** @description Acted */
            email: string;
            /** @description On behalf of */
            onBehalfOf?: string;
            /** @description Asked */
            recipient?: string;
            /** @description Reason */
            reason?: string;
            /** @description Note */
            note?: string;
            /** @description Tracking number */
            trackingNumber?: string;
            /** @description Last seen */
            lastSeen?: string;
            /** @description What happened */
            whatHappened?: string;
            /** @description Changes */
            changes?: string;
            /**
             * @description Undone action
             * @enum {string}
             */
            undone?: "Register" | "Transfer" | "Transfer Acknowledge" | "Return" | "Return Acknowledge" | "Request Lost" | "Lost Acknowledge" | "Transfer Declined" | "Transfer Cancelled" | "Return Declined" | "Return Cancelled" | "Lost Declined" | "Lost Cancelled" | "Reopened" | "Undone" | "Delete";
            /**
             * @description Undone
             * @enum {string}
             */
            isUndone?: "No" | "Yes";
        };
        HistoryPage: {
            rows: components["schemas"]["HistoryRecord"][];
            /** @description Cursor of the next page, which may have no rows; null after the last */
            next: string | null;
        };
        /** @description The body of a webhook's delivery. */
        WebhookEvent: {
            /** @description Id of the delivery; the same when it is repeated */
            id: string;
            /** @enum {string} */
            event: "Register" | "Transfer" | "Transfer Acknowledge" | "Return" | "Return Acknowledge" | "Request Lost" | "Lost Acknowledge" | "Transfer Declined" | "Transfer Cancelled" | "Return Declined" | "Return Cancelled" | "Lost Declined" | "Lost Cancelled" | "Reopened" | "Undone" | "Delete" | "Test";
            /**
             * Format: date-time
             * @description Time of the change
             */
            createdAt: string;
            /** @description Null in a test that an admin sends */
            data: components["schemas"]["HistoryRecord"] | null;
        };
        /** @description The reason why a request was refused (RFC 9457). */
        Error: {
            /** @constant */
            type: "about:blank";
            /** @description The status in words */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description The same as `message` */
            detail: string;
            /**
             * @description For programs; it stays
             * @enum {string}
             */
            code: "NOT_SIGNED_IN" | "DISABLED" | "NOT_ALLOWED" | "SAMPLE_MISSING" | "SAMPLE_ELSEWHERE" | "DOCUMENT_MISSING" | "TRANSACTION_REPEATED" | "TRANSACTION_ID_INVALID" | "STEP_NOT_ALLOWED" | "UNDO_TOO_LATE" | "NOT_YOURS" | "RECIPIENT_UNKNOWN" | "RECIPIENT_HOLDS_IT" | "RECIPIENT_INCOMPLETE" | "RECIPIENT_NOWHERE" | "RECIPIENT_NOT_LISTED" | "APPROVER_UNKNOWN" | "MANAGER_INCOMPLETE" | "NUDGE_POINTLESS" | "NUDGED_ALREADY" | "WATCHED_TOO_MANY" | "WATCHERS_TOO_MANY" | "BASKET_EMPTY" | "BASKET_TOO_LARGE" | "BASKET_FOLLOWERS_FULL" | "BASKET_OF_LOSSES" | "BASKET_STOPPED" | "EDIT_EMPTY" | "EDIT_UNCHANGED" | "FIELDS_MISSING" | "FIELD_MISSING" | "FIELD_TOO_LONG" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "DATE_INVALID" | "DATE_AMBIGUOUS" | "NUMBER_CHANGED" | "FORMULA_ERROR" | "CELL_FORMULA" | "CELL_DATE" | "TEXT_UNREADABLE" | "NOT_A_CHOICE" | "IMEI1_FORMAT" | "IMEI2_FORMAT" | "IDENTIFIER_MISPLACED" | "IMEI_OF_TYPE" | "IMEIS_EQUAL" | "IMEI1_TAKEN" | "IMEI2_TAKEN" | "SERIAL_TAKEN" | "PLACE_NOT_PICKED" | "MANAGER_UNKNOWN" | "LAST_MANAGER_UNKNOWN" | "MANAGER_NOT_YOURS" | "MANAGER_BY_HANDOVER" | "OPTION_MISSING" | "OPTION_TAKEN" | "VALUES_TOO_MANY" | "OPTION_MOVING" | "OPTION_RULE" | "MAIL_MISSING" | "MAIL_NOT_FAILED" | "MAIL_EXPIRED" | "MAIL_NOT_SENT" | "LISTED_EMAIL_MISSING" | "LISTED_EMAIL_TAKEN" | "ENTRY_NOT_SELECTED" | "PERSON_NOT_SELECTED" | "SUPERVISOR_LISTED" | "ADMIN_LISTED" | "ADMIN_NOT_LISTED" | "VIEW_NAME_TAKEN" | "VIEWS_FULL" | "SCHEDULES_FULL" | "EXPORTS_FULL" | "EXPORT_TOO_LARGE" | "TOKENS_FULL" | "TOKEN_MISSING" | "TOKEN_SCOPES_MISSING" | "TOKEN_INVALID" | "TOKEN_SCOPE" | "TOKEN_RATE" | "METHOD_NOT_ALLOWED" | "BODY_INVALID" | "IDEMPOTENCY_KEY_MISSING" | "SAMPLE_CHANGED" | "IDEMPOTENCY_KEY_REUSED" | "ADDRESS_UNKNOWN" | "PARAMETER_UNKNOWN" | "PARAMETER_INVALID" | "IDENTIFIER_SHARED" | "SCIM_TOKENS_FULL" | "SCIM_TOKEN_MISSING" | "SCIM_TOKEN_INVALID" | "SCIM_TOKEN_RATE" | "SCIM_USER_MISSING" | "SCIM_USER_NAME_MISSING" | "SCIM_VERSION" | "SCIM_MANAGER" | "STOCK_TAKE_MISSING" | "STOCK_TAKE_OVER" | "STOCK_TAKE_PREPARING" | "STOCK_TAKE_NOT_YOURS" | "STOCK_TAKES_FULL" | "STOCK_TAKES_OF_DAY" | "STOCK_TAKE_PERSON" | "STOCK_TAKE_PLACE" | "STOCK_TAKE_NUMBERS" | "HELPERS_FULL" | "SCAN_INVALID" | "WEBHOOK_URL" | "WEBHOOK_EVENTS" | "WEBHOOKS_FULL" | "WEBHOOK_MISSING" | "WEBHOOK_STOPPED" | "DELIVERY_MISSING" | "STATUS_UNKNOWN" | "STATUS_BY_ADMIN" | "STATUS_PENDING" | "BATCH_TOO_LARGE" | "IMPORT_MISSING" | "IMPORT_INVALID" | "IMPORT_UNDONE" | "PERSON_FIELD_UNKNOWN" | "PERSON_REPEATED" | "PERSON_LOCKED" | "USER_UNKNOWN" | "EMAIL_UNVERIFIED" | "EMAIL_TAKEN" | "PASSWORD_WEAK" | "EMAIL_NOT_COMPANY" | "STAND_IN_UNKNOWN" | "AWAY_DATES" | "AWAY_OVER" | "AWAY_TOO_LONG" | "PASSWORD_WRONG" | "PHOTO_REFUSED" | "CREDENTIALS_WRONG" | "INVITED_TOO_MANY" | "INVITATION_WRONG" | "CODE_WRONG" | "PROFILE_MISSING" | "TOO_MANY_ATTEMPTS" | "PASSWORDS_BUSY" | "INPUT_INVALID" | "PASSWORDS_OFF" | "SECOND_FACTOR_NEEDED" | "SECOND_FACTOR_WRONG" | "SECOND_FACTOR_MISSING" | "SECOND_FACTOR_ON" | "SECOND_FACTOR_OFF" | "SECOND_FACTOR_OWN" | "SECOND_FACTOR_FIRST" | "ISSUER_OFF" | "ISSUER_UNREACHABLE" | "ISSUER_REFUSED" | "ISSUER_CANCELLED" | "ISSUER_SIGN_IN_OVER" | "ISSUER_EMAIL_MISSING" | "ISSUER_EMAIL_FOREIGN" | "ISSUER_EMAIL_UNVERIFIED" | "ISSUER_LINKED" | "TERMINAL_CODE_WRONG" | "LINK_WRONG" | "LINK_FOR_ADMINS" | "OWN_ACCOUNT" | "OWN_EMAIL" | "EMAIL_FORMER" | "EMAIL_UNCONFIRMED" | "ADDRESS_MOVING" | "ADDRESSES_MOVING" | "FIGURES_UNDER_WAY" | "LAST_ADMIN" | "THRESHOLD_INVALID" | "STATUS_TEXT" | "EDITED_MEANWHILE" | "SUPERVISOR_UNKNOWN" | "SUPERVISOR_ROLE" | "SUPERVISOR_SELF";
            /** @description For people; it may be reworded */
            message: string;
            /** @description The parameter or field that is wrong */
            field?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    lookups: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of an answer that you have */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description Version of this answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lookups"];
                };
            };
            /** @description You have this version: `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    samples: {
        parameters: {
            query?: {
                /** @description Maximum number of rows on the page */
                limit?: number;
                /** @description `next` of the previous page */
                cursor?: string;
                /** @description Only rows that match; may be repeated: `field=value`, `field=one|another`, `field~part`, `date>=2026-01-01`, `date<2026-02-01` */
                filter?: string[];
                /** @description Only samples in this status */
                status?: "Registered" | "In Transit" | "In Use" | "In Return" | "Returned" | "Request Lost" | "Lost";
            };
            header?: {
                /** @description `ETag` of an answer that you have */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description Version of this answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SamplePage"];
                };
            };
            /** @description You have this version: `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: {
                /** @description What to do if another sample has one of the IMEIs */
                duplicates?: "flag" | "reject";
            };
            header: {
                /** @description 1 to 100 characters of your choice, new for each change. A repeated request with the same key and body changes nothing and gets the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Country */
                    country?: string;
                    /** @description Brand */
                    brand?: string;
                    /** @description Model */
                    model?: string;
                    /** @description Hardware type */
                    devTypes?: string;
                    /** @description Device type */
                    hwtype?: string;
                    /** @description Operating system */
                    os?: string;
                    /** @description Networks */
                    tNetworks?: string;
                    /** @description SIM slots */
                    slots?: string;
                    /** @description SIM card */
                    simCard?: string;
                    /** @description Hardware Version */
                    hwVersion?: string;
                    /** @description Serial Number */
                    serialNumber?: string;
                    /** @description IMEI 1 */
                    imei1?: string;
                    /** @description IMEI 2 */
                    imei2?: string;
                    /** @description Delivered by */
                    deliveredBy?: string;
                    /** @description Customers */
                    customers?: string;
                    /** @description Customer sample manager */
                    custsamplmanag?: string;
                    /** @description Phone number */
                    phoneNumber?: string;
                    /** @description Location */
                    location?: string;
                    /** @description Delivery location */
                    locationR?: string;
                    /** @description Comments */
                    comments?: string;
                    /** @description Latitude */
                    lat?: number;
                    /** @description Longitude */
                    lng?: number;
                    /** @description Delivery latitude */
                    regfromlat?: number;
                    /** @description Delivery longitude */
                    regfromlng?: number;
                    /** @description Received Date: 2026-11-28, or with a time */
                    receiveDate?: string;
                    /** @description True for a device without an IMEI */
                    noImei?: boolean;
                    /** @description City */
                    city?: string;
                    /** @description E-mail of the holder; default: the token's owner */
                    samplmanag?: string;
                    /** @description E-mail of the previous holder, or a name */
                    lastmanag?: string;
                };
            };
        };
        responses: {
            /** @description Created earlier: a repeated change */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description `true` if the change was made earlier */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryRecord"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description `true` if the change was made earlier */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryRecord"];
                };
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    sample: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of an answer that you have */
                "If-None-Match"?: string;
            };
            path: {
                sample: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description Version of this answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sample"];
                };
            };
            /** @description You have this version: `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    edit: {
        parameters: {
            query?: {
                /** @description What to do if another sample has one of the IMEIs */
                duplicates?: "flag" | "reject";
            };
            header: {
                /** @description 1 to 100 characters of your choice, new for each change. A repeated request with the same key and body changes nothing and gets the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key": string;
                /** @description `ETag` of the sample that you read */
                "If-Match"?: string;
            };
            path: {
                sample: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Country */
                    country?: string;
                    /** @description Brand */
                    brand?: string;
                    /** @description Model */
                    model?: string;
                    /** @description Hardware type */
                    devTypes?: string;
                    /** @description Device type */
                    hwtype?: string;
                    /** @description Operating system */
                    os?: string;
                    /** @description Networks */
                    tNetworks?: string;
                    /** @description SIM slots */
                    slots?: string;
                    /** @description SIM card */
                    simCard?: string;
                    /** @description Hardware Version */
                    hwVersion?: string;
                    /** @description Serial Number */
                    serialNumber?: string;
                    /** @description IMEI 1 */
                    imei1?: string;
                    /** @description IMEI 2 */
                    imei2?: string;
                    /** @description Delivered by */
                    deliveredBy?: string;
                    /** @description Customers */
                    customers?: string;
                    /** @description Customer sample manager */
                    custsamplmanag?: string;
                    /** @description Phone number */
                    phoneNumber?: string;
                    /** @description Location */
                    location?: string;
                    /** @description Delivery location */
                    locationR?: string;
                    /** @description Comments */
                    comments?: string;
                    /** @description Latitude */
                    lat?: number;
                    /** @description Longitude */
                    lng?: number;
                    /** @description Delivery latitude */
                    regfromlat?: number;
                    /** @description Delivery longitude */
                    regfromlng?: number;
                    /** @description Received Date: 2026-11-28, or with a time */
                    receiveDate?: string;
                    /** @description True for a device without an IMEI */
                    noImei?: boolean;
                    /** @description City */
                    city?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description `true` if the change was made earlier */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryRecord"];
                };
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    sampleHistory: {
        parameters: {
            query?: {
                /** @description Maximum number of rows on the page */
                limit?: number;
                /** @description `next` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description `ETag` of an answer that you have */
                "If-None-Match"?: string;
            };
            path: {
                sample: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description Version of this answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description You have this version: `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    history: {
        parameters: {
            query?: {
                /** @description Maximum number of rows on the page */
                limit?: number;
                /** @description `next` of the previous page */
                cursor?: string;
                /** @description Only rows that match; may be repeated: `field=value`, `field=one|another`, `field~part`, `date>=2026-01-01`, `date<2026-02-01` */
                filter?: string[];
            };
            header?: {
                /** @description `ETag` of an answer that you have */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description Version of this answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description You have this version: `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportSamples: {
        parameters: {
            query?: {
                /** @description Only rows that match; may be repeated: `field=value`, `field=one|another`, `field~part`, `date>=2026-01-01`, `date<2026-02-01` */
                filter?: string[];
                /** @description Only samples in this status */
                status?: "Registered" | "In Transit" | "In Use" | "In Return" | "Returned" | "Request Lost" | "Lost";
                /** @description File format */
                format?: "csv" | "json" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv;charset=utf-8": string;
                    "application/json": components["schemas"]["Sample"][];
                    "application/x-ndjson": string;
                };
            };
            /** @description On Convex Cloud and self-hosted Convex: the file is at `Location`, which needs no token */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Not on the embedded server: the file would be larger than 160 MiB. Use a filter */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportHistory: {
        parameters: {
            query?: {
                /** @description Only rows that match; may be repeated: `field=value`, `field=one|another`, `field~part`, `date>=2026-01-01`, `date<2026-02-01` */
                filter?: string[];
                /** @description File format */
                format?: "csv" | "json" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv;charset=utf-8": string;
                    "application/json": components["schemas"]["HistoryRecord"][];
                    "application/x-ndjson": string;
                };
            };
            /** @description On Convex Cloud and self-hosted Convex: the file is at `Location`, which needs no token */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Not on the embedded server: the file would be larger than 160 MiB. Use a filter */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    takeStep: {
        parameters: {
            query?: never;
            header: {
                /** @description 1 to 100 characters of your choice, new for each change. A repeated request with the same key and body changes nothing and gets the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key": string;
                /** @description `ETag` of the sample that you read */
                "If-Match"?: string;
            };
            path: {
                sample: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The step; the sample's status must allow it
                     * @enum {string}
                     */
                    step: "transfer" | "acknowledgeTransfer" | "returnToCustomer" | "acknowledgeReturn" | "requestLost" | "acknowledgeLost" | "declineTransfer" | "cancelTransfer" | "declineReturn" | "cancelReturn" | "declineLost" | "cancelLost" | "reopen";
                    /** @description E-mail of the recipient or approver, for a request */
                    recipient?: string;
                    /** @description For a decline, a cancellation or a reopening */
                    reason?: string;
                    /** @description Note */
                    note?: string;
                    /** @description Tracking number */
                    trackingNumber?: string;
                    /** @description Last seen */
                    lastSeen?: string;
                    /** @description What happened */
                    whatHappened?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The token's limits: `q` requests in `w` seconds */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `r` requests, whole again in `t` seconds */
                    RateLimit?: string;
                    /** @description `true` if the change was made earlier */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryRecord"];
                };
            };
            /** @description A parameter is unknown or not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, unknown, expired or revoked, or its owner is disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks a scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The token's owner sees no such sample */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Several samples share the identifier, or the sample's status does not allow the step */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The sample has changed since the version in `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another change */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
}
