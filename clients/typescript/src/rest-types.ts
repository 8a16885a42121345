// Written by `npm run schema`; not to be edited.

export interface paths {
    "/api/v1/create-post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft, or schedule a post
         * @description Creates a post group with one platform post for each target. Only presence and format are checked here: if a platform rejects the content, its platform post fails when it is published.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/update-post/{postGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Schedule, reschedule, or revert to draft
         * @description For a draft or scheduled group whose publishing has not started; at least one of the two fields is required. A malformed id returns 500.
         */
        put: operations["updatePost"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get-post/{postGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a post group with its platform posts
         * @description One entry per target before publishing; each part of a thread is a separate entry, in order. A malformed id returns 500.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/list-posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List post groups */
        get: operations["listPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/delete-post/{postGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a post group
         * @description Removes the group and its platform posts from this service, in every status. Published posts stay on the platforms. A malformed id returns 500.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/post-logs/{postGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the log of a post group
         * @description The first 100 entries, oldest first. A malformed id returns 500.
         */
        get: operations["postLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get-upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a file to
         * @description Send the file to `uploadUrl` with PUT and the same Content-Type within an hour. Files of one group are published in the order in which their URLs were requested. Once any part of the group is being published, is published, or has failed, no more files can be added.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected accounts
         * @description The targets of posts. Accounts are connected in the dashboard only.
         */
        get: operations["platformConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/test-connection/{platformId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description The result is always a 200: see `status`. A platform that cannot be checked returns `error` and `Unknown platform: <key>`. A skyfeed connection always reports missing credentials, although posting works.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description At most 10. The secret that its deliveries are signed with is returned only in this response.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description All fields are optional; empty strings are ignored. Enabling it again does not reset failureCount to 0: delete and recreate it for that.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/regenerate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Regenerate the secret
         * @description Every attempt from now on is signed with it. It is returned only in this response.
         */
        post: operations["regenerateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a post, or reply to a comment
         * @description Mentions are written as in posts: `@{urn:network:person:<id>|<name>}` or `@{urn:network:organization:<id>|<name>}`, with the exact name. Statuses such as 403 or 429 are forwarded from the platform.
         */
        post: operations["createNetworkComment"];
        /**
         * Remove a comment
         * @description All three fields are required, in the body or in the query.
         */
        delete: operations["deleteNetworkComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-reactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * React to a post
         * @description A reaction replaces an earlier one. Statuses such as 403 or 429 are forwarded from the platform.
         */
        post: operations["createNetworkReaction"];
        /**
         * Remove a reaction
         * @description Both fields are required, in the body or in the query.
         */
        delete: operations["deleteNetworkReaction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get follower statistics */
        post: operations["networkFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-post-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get statistics of a post
         * @description Results are cached for 30 minutes. For a single metric, statuses such as 403 or 429 are forwarded from the platform.
         */
        post: operations["networkPostStatistics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-account-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get statistics of all posts of an account
         * @description Results are cached for 30 minutes. For a single metric, statuses such as 403 or 429 are forwarded from the platform.
         */
        post: operations["networkAccountStatistics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network-profile-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a summary of an account
         * @description Followers, and statistics of all posts: lifetime, or within a dateRange.
         */
        post: operations["networkProfileSummary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of your workspace
         * @description Oldest first. Requires workspace access.
         */
        get: operations["managedUsers"];
        put?: never;
        /**
         * Add a user to your workspace
         * @description A user without a password, on whose behalf you act with `x-service-user-id`. Requires workspace access.
         */
        post: operations["createManagedUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Detach a user from your workspace
         * @description The user is detached, not deleted. Requires workspace access.
         */
        delete: operations["detachManagedUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/users/{userId}/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key for a user of your workspace
         * @description It replaces the user’s previous key. Requires workspace access.
         */
        post: operations["createManagedUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/users/{userId}/connection-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the page where a user connects accounts
         * @description Anyone with the link can use it without a password. The URL stays the same until it expires or is rotated; each call extends it. Requires workspace access.
         */
        post: operations["createConnectionPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "post.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post was scheduled or rescheduled */
        post: operations["postScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post is live */
        post: operations["postPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post failed permanently */
        post: operations["postFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An access token expires within seven days */
        post: operations["tokenExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        POST_LIMIT_REACHED: {
            /** @constant */
            error: "Post limit reached";
            /** @constant */
            code: "POST_LIMIT_REACHED";
            message: string;
            /** @description what is limited */
            metric: string;
            /** @description how much of it the plan allows; null: not a number */
            limit: number | null;
            /** @description how much of it is used; null where it is counted per connection, or not counted */
            used: number | null;
            /** @description how much more was requested; null where nothing is counted */
            requested: number | null;
            /** @description how much is left; null where it is counted per connection, or not counted */
            remaining: number | null;
            /** @description start of the period that is counted, ISO 8601; null without a period */
            periodStart: string | null;
            /** @description first instant after the period, ISO 8601; null without a period */
            periodEnd: string | null;
            /** @description display name of the plan, for people; `Viewer.plan` has its key */
            planName: string;
            /**
             * @description ACCOUNT or CONNECTION: the scope of the count
             * @enum {string}
             */
            scope: "account" | "connection";
            /** @description the targets over the limit (platformSelection, used, remaining); only with scope CONNECTION */
            blockedPlatforms?: {
                platformSelection: string;
                used: number;
                remaining: number;
            }[];
        };
        SCHEDULED_POST_LIMIT_REACHED: {
            /** @constant */
            error: "Scheduled post limit reached";
            /** @constant */
            code: "SCHEDULED_POST_LIMIT_REACHED";
            message: string;
            /** @description what is limited */
            metric: string;
            /** @description how much of it the plan allows; null: not a number */
            limit: number | null;
            /** @description how much of it is used; null where it is counted per connection, or not counted */
            used: number | null;
            /** @description how much more was requested; null where nothing is counted */
            requested: number | null;
            /** @description how much is left; null where it is counted per connection, or not counted */
            remaining: number | null;
            /** @description start of the period that is counted, ISO 8601; null without a period */
            periodStart: string | null;
            /** @description first instant after the period, ISO 8601; null without a period */
            periodEnd: string | null;
            /** @description display name of the plan, for people; `Viewer.plan` has its key */
            planName: string;
            /**
             * @description ACCOUNT or CONNECTION: the scope of the count
             * @enum {string}
             */
            scope: "account" | "connection";
            /** @description the targets over the limit (platformSelection, used, remaining); only with scope CONNECTION */
            blockedPlatforms?: {
                platformSelection: string;
                used: number;
                remaining: number;
            }[];
        };
        SCHEDULE_HORIZON_REACHED: {
            /** @constant */
            error: "Schedule horizon reached";
            /** @constant */
            code: "SCHEDULE_HORIZON_REACHED";
            message: string;
            /** @description what is limited */
            metric: string;
            /** @description how much of it the plan allows; null: not a number */
            limit: number | null;
            /** @description how much of it is used; null where it is counted per connection, or not counted */
            used: number | null;
            /** @description how much more was requested; null where nothing is counted */
            requested: number | null;
            /** @description how much is left; null where it is counted per connection, or not counted */
            remaining: number | null;
            /** @description start of the period that is counted, ISO 8601; null without a period */
            periodStart: string | null;
            /** @description first instant after the period, ISO 8601; null without a period */
            periodEnd: string | null;
            /** @description display name of the plan, for people; `Viewer.plan` has its key */
            planName: string;
            /**
             * Format: date-time
             * @description the requested time, ISO 8601
             */
            scheduledTime: string;
            /**
             * Format: date-time
             * @description the latest time that the plan allows now, ISO 8601
             */
            maxScheduledDate: string;
        };
        CONNECTIONS_OVER_LIMIT: {
            /** @constant */
            error: "Account over channel limit";
            /** @constant */
            code: "CONNECTIONS_OVER_LIMIT";
            message: string;
            /** @description what is limited */
            metric: string;
            /** @description how much of it the plan allows; null: not a number */
            limit: number | null;
            /** @description how much of it is used; null where it is counted per connection, or not counted */
            used: number | null;
            /** @description how much more was requested; null where nothing is counted */
            requested: number | null;
            /** @description how much is left; null where it is counted per connection, or not counted */
            remaining: number | null;
            /** @description start of the period that is counted, ISO 8601; null without a period */
            periodStart: string | null;
            /** @description first instant after the period, ISO 8601; null without a period */
            periodEnd: string | null;
            /** @description display name of the plan, for people; `Viewer.plan` has its key */
            planName: string;
            /** @description connections too many */
            overLimitBy: number;
        };
        PLATFORM_NOT_AVAILABLE: {
            /** @constant */
            error: "Platform not available";
            /** @constant */
            code: "PLATFORM_NOT_AVAILABLE";
            message: string;
            /** @description what is limited */
            metric: string;
            /** @description how much of it the plan allows; null: not a number */
            limit: number | null;
            /** @description how much of it is used; null where it is counted per connection, or not counted */
            used: number | null;
            /** @description how much more was requested; null where nothing is counted */
            requested: number | null;
            /** @description how much is left; null where it is counted per connection, or not counted */
            remaining: number | null;
            /** @description start of the period that is counted, ISO 8601; null without a period */
            periodStart: string | null;
            /** @description first instant after the period, ISO 8601; null without a period */
            periodEnd: string | null;
            /** @description display name of the plan, for people; `Viewer.plan` has its key */
            planName: string;
            /** @description platforms of targets that the plan does not include */
            disallowedPlatforms: string[];
            /** @description platforms that it includes */
            allowedPlatforms: string[];
        };
        VALIDATION_FAILED: {
            /** @enum {string} */
            error: "Validation failed";
            /** @description the errors, warnings and summary, as returned by validatePost */
            validation: {
                /** @constant */
                valid: false;
                errors: {
                    platform: string;
                    code: string;
                    message: string;
                    field: string;
                    /** @enum {string} */
                    severity: "error" | "warning";
                    constraint?: string;
                    currentValue?: number;
                    maxValue?: number;
                    minValue?: number;
                    suggestions?: string[];
                }[];
                warnings: {
                    platform: string;
                    code: string;
                    message: string;
                    field: string;
                    /** @enum {string} */
                    severity: "error" | "warning";
                    constraint?: string;
                    currentValue?: number;
                    maxValue?: number;
                    minValue?: number;
                    suggestions?: string[];
                }[];
                summary: {
                    affectedPlatforms: string[];
                    errorCount: number;
                    warningCount: number;
                };
            };
        };
        REMOVE_COMMENT_FAILED: {
            /** @enum {string} */
            error: "Failed to delete network comment";
            /** @description the platform’s error object, or a description of what happened */
            details: string;
        };
        REACT_FAILED: {
            /** @enum {string} */
            error: "Failed to create network reaction";
            /** @description the platform’s error object, or a description of what happened */
            details?: {
                [key: string]: unknown;
            } | string;
            /** @description HTTP status of the platform’s response; null if there was none */
            status?: number | null;
        };
        REMOVE_REACTION_FAILED: {
            /** @enum {string} */
            error: "Failed to delete network reaction";
            /** @description the platform’s error object, or a description of what happened */
            details?: {
                [key: string]: unknown;
            } | string;
            /** @description HTTP status of the platform’s response; null if there was none */
            status?: number | null;
        };
        ACCOUNT_ON_HOLD: {
            /** @constant */
            error: "Account on hold";
            /** @enum {string} */
            message: "Your account is temporarily on hold. Please contact support.";
            /** @description when it ends, ISO 8601; null if open-ended */
            holdExpiresAt: string | null;
            /** @description the reason; null if none was given */
            holdReason: string | null;
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
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
                /** @description A repeat within 24 hours returns the first response and creates nothing; a different body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text; more than white space. A character is a Unicode code point. */
                    content: string;
                    /** @description Platform ids as returned by platform-connections. Duplicates get one post. */
                    platforms: string[] | string;
                    /** @description When to publish, with a time zone. A past time means now. Omitted or null: a draft. */
                    scheduledTime?: string | null;
                    /** @description Merged over the defaults, platform by platform. Other platforms have none: their keys are silently ignored. */
                    platformSettings?: {
                        photogram?: {
                            /**
                             * @description What the files become.
                             * @default REELS
                             * @enum {string}
                             */
                            videoType?: "REELS" | "STORIES";
                        } | unknown;
                        threadtalk?: {
                            /**
                             * @description Who can reply. Empty: nothing is sent to the platform.
                             * @default
                             * @enum {string}
                             */
                            replyControl?: "" | "everyone" | "accounts_you_follow" | "mentioned_only";
                        } | unknown;
                        shortvideo?: {
                            /**
                             * @description Who can view the post. The posts of an app that the platform has not approved are SELF_ONLY.
                             * @default PUBLIC_TO_EVERYONE
                             * @enum {string}
                             */
                            viewerSetting?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                            /**
                             * @description Whether the video can be commented on.
                             * @default true
                             */
                            allowComments?: boolean;
                            /**
                             * @description Whether others can make duets with the video.
                             * @default false
                             */
                            allowDuet?: boolean;
                            /**
                             * @description Whether others can use the video in stitches.
                             * @default false
                             */
                            allowStitch?: boolean;
                            /**
                             * @description Whether the video advertises something. Needs brandOrganic or brandedContent.
                             * @default false
                             */
                            commercialContent?: boolean;
                            /**
                             * @description Whether it advertises the account’s own brand.
                             * @default false
                             */
                            brandOrganic?: boolean;
                            /**
                             * @description Whether it advertises a brand of others. Not with SELF_ONLY.
                             * @default false
                             */
                            brandedContent?: boolean;
                        } | unknown;
                        videohub?: {
                            /**
                             * @description Who can watch the video.
                             * @default public
                             * @enum {string}
                             */
                            privacy?: "private" | "public" | "unlisted";
                            /**
                             * @description The title of the video, without < and >. Empty: the beginning of the content. At most 100 characters (code points).
                             * @default
                             */
                            title?: string;
                        } | unknown;
                    } | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description `true` if this is the response to an earlier request. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The post group: 24 hexadecimal characters. */
                        postGroupId: string;
                    };
                };
            };
            /**
             * @description - `Content is required`
             *     - `Platforms are required`
             *     - `At least one platform is required`
             *     - `Platforms must be an array`
             *     - `Invalid platforms JSON format`
             *     - `Invalid platform ID format: <platformId>`
             *     - `Invalid scheduled time format`
             *     - `Invalid platformSettings JSON`
             *     - `platformSettings must be an object`
             *     - `Content exceeds the limit of 100000 characters`
             *     - `A post can have at most 100 platforms`
             *     - `platformSettings exceeds the limit of 10000 characters`
             *     - `Idempotency key must be 1 to 255 characters`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("Content is required" | "Platforms are required" | "At least one platform is required" | "Platforms must be an array" | "Invalid platforms JSON format" | "Invalid scheduled time format" | "Invalid platformSettings JSON" | "platformSettings must be an object" | "Content exceeds the limit of 100000 characters" | "A post can have at most 100 platforms" | "platformSettings exceeds the limit of 10000 characters" | "Idempotency key must be 1 to 255 characters" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Draft limit reached. Delete or schedule drafts to create more.`
             *     - `Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts`
             *     - `Your <planName> plan allows <limit> connected channels. Disconnect <overLimitBy> or upgrade to continue.`
             *     - `Your <planName> plan does not include <disallowedPlatforms>. It includes <allowedPlatforms>.`
             *     - `Schedule horizon reached. Your <planName> plan allows scheduling up to <limit> days ahead.`
             *     - `Monthly post limit reached. Your <planName> plan allows <limit> platform posts per month.`
             *     - `Scheduled post limit reached. Your <planName> plan allows <limit> scheduled platform posts at a time.`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Draft limit reached. Delete or schedule drafts to create more." | "Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    } | components["schemas"]["CONNECTIONS_OVER_LIMIT"] | components["schemas"]["PLATFORM_NOT_AVAILABLE"] | components["schemas"]["SCHEDULE_HORIZON_REACHED"] | components["schemas"]["POST_LIMIT_REACHED"] | components["schemas"]["SCHEDULED_POST_LIMIT_REACHED"];
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Idempotency key was used with a different request` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Idempotency key was used with a different request";
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to create post group`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create post group" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The post group: 24 hexadecimal characters. */
                postGroupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `scheduled` without a time means the stored one, or now; back to `draft` keeps the stored time. */
                    status?: ("draft" | "scheduled") | ("" | 0 | false | null);
                    /** @description When to publish, with a time zone. A past time means now. */
                    scheduledTime?: string | ("" | 0 | false | null);
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Post updated successfully";
                        postGroup: {
                            _id: string;
                            /** @enum {string} */
                            status: "draft" | "scheduled" | "published" | "failed" | "partially_published";
                            /**
                             * Format: date-time
                             * @description Absent if none is stored.
                             */
                            scheduledTime?: string;
                        };
                    };
                };
            };
            /**
             * @description - `Either status or scheduledTime must be provided`
             *     - `Status must be either 'draft' or 'scheduled'`
             *     - `Invalid scheduled time format`
             *     - `Cannot update post: post is currently in <status> status`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("Either status or scheduledTime must be provided" | "Status must be either 'draft' or 'scheduled'" | "Invalid scheduled time format" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Draft limit reached. Delete or schedule drafts to create more.`
             *     - `Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts`
             *     - `Your <planName> plan allows <limit> connected channels. Disconnect <overLimitBy> or upgrade to continue.`
             *     - `Your <planName> plan does not include <disallowedPlatforms>. It includes <allowedPlatforms>.`
             *     - `Schedule horizon reached. Your <planName> plan allows scheduling up to <limit> days ahead.`
             *     - `Monthly post limit reached. Your <planName> plan allows <limit> platform posts per month.`
             *     - `Scheduled post limit reached. Your <planName> plan allows <limit> scheduled platform posts at a time.`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Draft limit reached. Delete or schedule drafts to create more." | "Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    } | components["schemas"]["CONNECTIONS_OVER_LIMIT"] | components["schemas"]["PLATFORM_NOT_AVAILABLE"] | components["schemas"]["SCHEDULE_HORIZON_REACHED"] | components["schemas"]["POST_LIMIT_REACHED"] | components["schemas"]["SCHEDULED_POST_LIMIT_REACHED"];
                };
            };
            /** @description - `Post group not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Post group not found";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to update post`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to update post" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The post group: 24 hexadecimal characters. */
                postGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The post group: 24 hexadecimal characters. */
                        postGroupId: string;
                        /**
                         * @description Not started; in progress; every platform post has ended.
                         * @enum {string}
                         */
                        processingStatus: "pending" | "processing" | "finished";
                        posts: {
                            _id: string;
                            /** @description Key of the platform, for example `network`. */
                            platform: string;
                            /** @description The account id without the platform key. */
                            platformId: string;
                            content: string;
                            /** @enum {string} */
                            status: "draft" | "scheduled" | "pending" | "processing" | "published" | "failed";
                            /** @description Id on the platform; absent until it is published. */
                            postedId?: string;
                            /** @description Only for a failed post. */
                            error?: {
                                /** @description For example PLATFORM_AUTH_EXPIRED, RATE_LIMITED, INVALID_CONTENT, CONTENT_TOO_LARGE, PLATFORM_SERVER_ERROR, NETWORK_ERROR, TIMEOUT_ERROR, OUTCOME_UNKNOWN, UNKNOWN_ERROR. The list is open: expect codes that you do not know. */
                                code: string;
                                message: string;
                                /** @description HTTP status of the platform’s response. */
                                platformStatusCode?: number;
                                /** @description The platform’s error message. */
                                platformError: string | null;
                                /** Format: date-time */
                                failedAt: string;
                                /** @description Whether a retry may succeed. */
                                retryable: boolean;
                            };
                        }[];
                    };
                };
            };
            /**
             * @description - `The response would contain too much text: request fewer posts at a time`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "The response would contain too much text: request fewer posts at a time" | "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Post group not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Post group not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to fetch post group`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch post group" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description Below 1 counts as 1. */
                page?: number | unknown;
                /** @description Clamped to 1 to 100. */
                limit?: number | unknown;
                /** @description Exactly this status: `published` excludes `partially_published`. */
                status?: ("draft" | "scheduled" | "published" | "failed" | "partially_published") | "";
                /** @description Bare key of a platform, case-insensitive. An unknown key, or a full platform id, matches nothing. */
                platform?: string;
                sortBy?: ("createdAt" | "scheduledTime" | "updatedAt") | "";
                sortOrder?: ("asc" | "desc") | unknown;
                /** @description Lower bound on scheduledTime, inclusive: any parseable date. Excludes drafts without a time. */
                fromDate?: string;
                /** @description Upper bound on scheduledTime, inclusive: any parseable date. Excludes drafts without a time. */
                toDate?: string;
            };
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        posts: {
                            postGroupId: string;
                            content: string;
                            /** @enum {string} */
                            status: "draft" | "scheduled" | "published" | "failed" | "partially_published";
                            /**
                             * Format: date-time
                             * @description Absent if none was ever set.
                             */
                            scheduledTime?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            platforms: {
                                /** @description In its compound form, `<platform>-<account id>`. */
                                platformId: string;
                                /** @description Key of the platform, for example `network`. */
                                platform: string;
                                /** @enum {string} */
                                status: "draft" | "scheduled" | "pending" | "processing" | "published" | "failed";
                            }[];
                            mediaUrls: string[];
                        }[];
                        pagination: {
                            page: number;
                            limit: number;
                            totalItems: number;
                            totalPages: number;
                            hasNextPage: boolean;
                            hasPrevPage: boolean;
                        };
                    };
                };
            };
            /**
             * @description - `Invalid status. Must be one of: draft, scheduled, published, failed, partially_published`
             *     - `Invalid sortBy. Must be one of: createdAt, updatedAt, scheduledTime`
             *     - `Invalid fromDate format`
             *     - `Invalid toDate format`
             *     - `The response would contain too much text: request fewer posts at a time`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid status. Must be one of: draft, scheduled, published, failed, partially_published" | "Invalid sortBy. Must be one of: createdAt, updatedAt, scheduledTime" | "Invalid fromDate format" | "Invalid toDate format" | "The response would contain too much text: request fewer posts at a time" | "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to list posts`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to list posts" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The post group: 24 hexadecimal characters. */
                postGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Post group not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Post group not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to delete post group`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to delete post group" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    postLogs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The post group: 24 hexadecimal characters. */
                postGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        logs: {
                            _id: string;
                            postGroupId: string;
                            /** @description Absent for events of the whole group. */
                            postId?: string;
                            /** @description Key of the platform, for example `network`. */
                            platform?: string;
                            /** @enum {string} */
                            event: "scheduled" | "processing" | "publish_attempted" | "publish_succeeded" | "publish_failed" | "status_changed";
                            error?: string;
                            /** @description HTTP status of the platform’s response. */
                            httpStatus?: number;
                            /** @description Absent for the first attempt. */
                            retryCount?: number;
                            /** @description Failures carry errorCode and retryable. */
                            metadata?: {
                                [key: string]: unknown;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description Ignore it. */
                            __v: number;
                        }[];
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Post group not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Post group not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to get post logs`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to get post logs" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Spaces become `_`; characters other than letters, digits, `_`, `.` and `-` are removed. */
                    fileName: string;
                    /** @description MIME type; any text is accepted. A bucket stores anything other than images and videos as `application/octet-stream`. */
                    contentType: string;
                    /** @description The group to attach it to; its owner is not checked. */
                    postGroupId: string;
                    /**
                     * @description Required to create a URL: otherwise 500.
                     * @enum {string}
                     */
                    type: "image" | "video";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Valid for an hour; keep it secret. */
                        uploadUrl: string;
                        /** @description Public URL after the upload. */
                        fileUrl: string;
                        mediaId: string;
                    };
                };
            };
            /**
             * @description - `fileName, contentType, and postGroupId are required`
             *     - `Cannot attach media: post is currently in <status> status`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("fileName, contentType, and postGroupId are required" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Storage limit reached. Delete files to upload more.`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Storage limit reached. Delete files to upload more." | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to create upload URL`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create upload URL" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    platformConnections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        connections: {
                            /** @description The id to use in `platforms` of create-post. */
                            platformId: string;
                            username: string | null;
                            displayName: string | null;
                            profileImageUrl: string | null;
                            profileUrl: string | null;
                            /** @description Null if it does not expire. */
                            accessTokenExpiresAt: string | null;
                            /**
                             * @description `expiring_soon`: in less than 7 days, or the platform refuses to renew it; `expired`: also if the platform rejected it; `unknown`: it does not expire.
                             * @enum {string}
                             */
                            tokenStatus: "valid" | "expiring_soon" | "expired" | "unknown";
                            /** @description Remaining lifetime of its access token: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire. */
                            tokenExpiresIn: string | null;
                            lastSuccessfulPost: string | null;
                            /** @description The last error of a post to it; null if there was none. */
                            lastError: {
                                message: string;
                                /** Format: date-time */
                                occurredAt: string;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to fetch platform connections`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch platform connections" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The connection, as returned by platform-connections. */
                platformId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Key of the platform, for example `network`. */
                        platform: string;
                        platformId: string;
                        /** @description `unknown` for a platform that cannot be checked. */
                        username: string;
                        /** @enum {string} */
                        status: "ok" | "error";
                        message: string;
                        /** @description Granted permissions; empty on error. */
                        permissions: string[];
                        /** @description Remaining lifetime of its access token: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire. */
                        tokenExpiresIn: string | null;
                        lastSuccessfulPost: string | null;
                        /** @description The last error of a post to it; null if there was none. */
                        lastError: {
                            message: string;
                            /** Format: date-time */
                            occurredAt: string;
                        } | null;
                    };
                };
            };
            /**
             * @description - `Invalid platformId format`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid platformId format" | "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Connection not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Connection not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to test connection`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to test connection" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhooks: {
                            _id: string;
                            name: string;
                            url: string;
                            events: ("post.scheduled" | "post.published" | "post.failed" | "token.expiring")[];
                            /** @description Whether it is enabled. Five consecutive failures disable it. */
                            isActive: boolean;
                            /** @description Failures since the last successful attempt. */
                            failureCount: number;
                            /** @description When something was last sent to it; null if never. */
                            lastTriggeredAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description Ignore it. */
                            __v: number;
                        }[];
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to list webhooks`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to list webhooks" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Not empty. */
                    name: string;
                    /** @description http or https; no address that is obviously not public. */
                    url: string;
                    events: ("post.scheduled" | "post.published" | "post.failed" | "token.expiring")[];
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: {
                            _id: string;
                            name: string;
                            url: string;
                            events: ("post.scheduled" | "post.published" | "post.failed" | "token.expiring")[];
                            /** @description Whether it is enabled. Five consecutive failures disable it. */
                            isActive: boolean;
                            /** @description Shown only once. */
                            secret: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
            /**
             * @description - `Name, URL, and at least one event are required`
             *     - `Invalid events: <events>. Valid events: <validEvents>`
             *     - `Maximum of 10 webhooks per user`
             *     - `URL must use HTTPS`
             *     - `Name can have at most 200 characters`
             *     - `URL can have at most 2048 characters`
             *     - `Invalid URL format`
             *     - `Localhost URLs are not allowed`
             *     - `Private IP addresses are not allowed`
             *     - `Link-local addresses are not allowed`
             *     - `Cloud metadata endpoints are not allowed`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("Name, URL, and at least one event are required" | "Maximum of 10 webhooks per user" | "URL must use HTTPS" | "Name can have at most 200 characters" | "URL can have at most 2048 characters" | "Invalid URL format" | "Localhost URLs are not allowed" | "Private IP addresses are not allowed" | "Link-local addresses are not allowed" | "Cloud metadata endpoints are not allowed" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to create webhook`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create webhook" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The webhook: 24 hexadecimal characters. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Webhook not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Webhook not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to delete webhook`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to delete webhook" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The webhook: 24 hexadecimal characters. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | unknown;
                    url?: string | unknown;
                    events?: ("post.scheduled" | "post.published" | "post.failed" | "token.expiring")[] | unknown;
                    isActive?: boolean | unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: {
                            _id: string;
                            name: string;
                            url: string;
                            events: ("post.scheduled" | "post.published" | "post.failed" | "token.expiring")[];
                            /** @description Whether it is enabled. Five consecutive failures disable it. */
                            isActive: boolean;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
            /**
             * @description - `Name, URL, and at least one event are required`
             *     - `Invalid events: <events>`
             *     - `URL must use HTTPS`
             *     - `Name can have at most 200 characters`
             *     - `URL can have at most 2048 characters`
             *     - `Invalid URL format`
             *     - `Localhost URLs are not allowed`
             *     - `Private IP addresses are not allowed`
             *     - `Link-local addresses are not allowed`
             *     - `Cloud metadata endpoints are not allowed`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("Name, URL, and at least one event are required" | "URL must use HTTPS" | "Name can have at most 200 characters" | "URL can have at most 2048 characters" | "Invalid URL format" | "Localhost URLs are not allowed" | "Private IP addresses are not allowed" | "Link-local addresses are not allowed" | "Cloud metadata endpoints are not allowed" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Webhook not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Webhook not found";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to update webhook`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to update webhook" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    regenerateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The webhook: 24 hexadecimal characters. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        secret: string;
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Webhook not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Webhook not found";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to regenerate secret`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to regenerate secret" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createNetworkComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                    postedId: string;
                    message: string;
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                    /** @description URN of the comment to reply to. */
                    parentComment?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        comment: {
                            /** @description The number of the comment, as a string: it exceeds 2^53. */
                            id: string;
                            /** @description `urn:network:comment:(urn:network:activity:<id>,<comment id>)`. */
                            commentUrn: string;
                            /** @description As sent. */
                            message: string;
                            /** @description As returned by the platform. */
                            created?: {
                                time: number;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description - `postedId, message, and platformId are required`
             *     - `platformId must be a string`
             *     - `postedId must be a valid network URN`
             *     - `message cannot be empty`
             *     - `message cannot exceed 1250 characters`
             *     - `parentComment must be a valid network URN`
             *     - `Invalid platformId`
             *     - `Failed to create network comment`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("postedId, message, and platformId are required" | "platformId must be a string" | "postedId must be a valid network URN" | "message cannot be empty" | "message cannot exceed 1250 characters" | "parentComment must be a valid network URN" | "Invalid platformId" | "Failed to create network comment" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to create network comment`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create network comment" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to create network comment`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found" | "Failed to create network comment";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to create network comment` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create network comment";
                    };
                };
            };
            /**
             * @description - `Failed to create network comment`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to create network comment" | unknown;
                    };
                };
            };
            /** @description - `Failed to create network comment` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create network comment";
                    };
                };
            };
            /**
             * @description - `Failed to create network comment`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to create network comment" | unknown;
                    };
                };
            };
            /**
             * @description - `Failed to create network comment`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to create network comment" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    deleteNetworkComment: {
        parameters: {
            query?: {
                /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                postedId?: string;
                /** @description The comment: its URN or its number, of any length. */
                commentId?: string | number;
                /** @description The connection: `network-<account id>`. */
                platformId?: string;
            };
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                    postedId?: string;
                    /** @description The comment: its URN or its number, of any length. */
                    commentId?: string | number;
                    /** @description The connection: `network-<account id>`. */
                    platformId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The commentId as given; a number that exceeds 2^53 as a string. */
                        deleted: string | number;
                    };
                };
            };
            /**
             * @description - `postedId, commentId, and platformId are required`
             *     - `platformId must be a string`
             *     - `postedId must be a valid network URN`
             *     - `commentId must be a valid network URN or numeric ID`
             *     - `Invalid platformId`
             *     - `Failed to delete network comment`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("postedId, commentId, and platformId are required" | "platformId must be a string" | "postedId must be a valid network URN" | "commentId must be a valid network URN or numeric ID" | "Invalid platformId" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to delete network comment`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to delete network comment`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found";
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to delete network comment` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network comment`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /** @description - `Failed to delete network comment` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network comment`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network comment`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    } | components["schemas"]["REMOVE_COMMENT_FAILED"];
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createNetworkReaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                    postedId: string;
                    /** @description LIKE, PRAISE, EMPATHY, INTEREST, APPRECIATION, ENTERTAINMENT; case-insensitive. */
                    reactionType: string;
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description As returned by the platform. */
                        reaction: {
                            [key: string]: unknown;
                        };
                        /** @description The translated id; only if an activity was given. */
                        urnTranslated?: {
                            from: string;
                            to: string;
                        };
                    };
                };
            };
            /**
             * @description - `postedId, reactionType, and platformId are required`
             *     - `reactionType must be one of: LIKE, PRAISE, EMPATHY, INTEREST, APPRECIATION, ENTERTAINMENT`
             *     - `platformId must be a string`
             *     - `postedId must be a valid network URN`
             *     - `Invalid platformId`
             *     - `Failed to create network reaction`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("postedId, reactionType, and platformId are required" | "reactionType must be one of: LIKE, PRAISE, EMPATHY, INTEREST, APPRECIATION, ENTERTAINMENT" | "platformId must be a string" | "postedId must be a valid network URN" | "Invalid platformId" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to create network reaction`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to create network reaction`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found";
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to create network reaction` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REACT_FAILED"];
                };
            };
            /**
             * @description - `Failed to create network reaction`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /** @description - `Failed to create network reaction` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REACT_FAILED"];
                };
            };
            /**
             * @description - `Failed to create network reaction`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /**
             * @description - `Failed to create network reaction`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    } | components["schemas"]["REACT_FAILED"];
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    deleteNetworkReaction: {
        parameters: {
            query?: {
                /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                postedId?: string;
                /** @description The connection: `network-<account id>`. */
                platformId?: string;
            };
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`. */
                    postedId?: string;
                    /** @description The connection: `network-<account id>`. */
                    platformId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        reaction: null;
                        /** @description The translated id; only if an activity was given. */
                        urnTranslated?: {
                            from: string;
                            to: string;
                        };
                    };
                };
            };
            /**
             * @description - `postedId and platformId are required`
             *     - `platformId must be a string`
             *     - `postedId must be a valid network URN`
             *     - `Invalid platformId`
             *     - `Failed to delete network reaction`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("postedId and platformId are required" | "platformId must be a string" | "postedId must be a valid network URN" | "Invalid platformId" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to delete network reaction`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to delete network reaction`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found";
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to delete network reaction` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network reaction`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /** @description - `Failed to delete network reaction` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network reaction`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /**
             * @description - `Failed to delete network reaction`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    } | components["schemas"]["REMOVE_REACTION_FAILED"];
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    networkFollowers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                    /** @description `lifetime` (default) or `daily`, case-insensitive. */
                    period?: string | null;
                    /** @description Required for `daily`; not used otherwise. */
                    dateRange?: {
                        start: {
                            year: number;
                            month: number;
                            day: number;
                        };
                        /** @description The day after the last one (exclusive). */
                        end: {
                            year: number;
                            month: number;
                            day: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        followersCount: number;
                        /** @description Whether it was served from the cache: results are cached for 30 minutes. */
                        cached: boolean;
                    } | {
                        /** @constant */
                        success: true;
                        /** @description Followers gained, by day. */
                        data: {
                            /** Format: date */
                            date: string;
                            count: number | null;
                        }[];
                        /** @description The sum of all days. */
                        totalGrowth: number;
                        /** @description Whether it was served from the cache: results are cached for 30 minutes. */
                        cached: boolean;
                    };
                };
            };
            /**
             * @description - `platformId is required`
             *     - `platformId must be a string`
             *     - `period must be a string`
             *     - `Invalid period. Must be one of: lifetime, daily`
             *     - `dateRange is required for daily period`
             *     - `dateRange must be an object`
             *     - `dateRange must have both 'start' and 'end' objects`
             *     - `dateRange.start and dateRange.end must have: year, month, day`
             *     - `Invalid platformId`
             *     - `Failed to fetch network followers statistics`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("platformId is required" | "platformId must be a string" | "period must be a string" | "Invalid period. Must be one of: lifetime, daily" | "dateRange is required for daily period" | "dateRange must be an object" | "dateRange must have both 'start' and 'end' objects" | "dateRange.start and dateRange.end must have: year, month, day" | "Invalid platformId" | "Failed to fetch network followers statistics" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to fetch network followers statistics`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch network followers statistics" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to fetch network followers statistics`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found" | "Failed to fetch network followers statistics";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to fetch network followers statistics` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch network followers statistics";
                    };
                };
            };
            /**
             * @description - `Failed to fetch network followers statistics`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch network followers statistics" | unknown;
                    };
                };
            };
            /** @description - `Failed to fetch network followers statistics` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch network followers statistics";
                    };
                };
            };
            /**
             * @description - `Failed to fetch network followers statistics`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch network followers statistics" | unknown;
                    };
                };
            };
            /**
             * @description - `Failed to fetch network followers statistics`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch network followers statistics" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    networkPostStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description URN of the post, or the number of a share. */
                    postedId: string;
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                    /** @description One metric, in upper case. Mutually exclusive with queryTypes. */
                    queryType?: ("IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT") | null;
                    /** @description Several metrics, or `ALL`; case-insensitive. */
                    queryTypes?: (string[] | string) | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Null if the platform does not provide it. */
                        count: number | null;
                        /** @description Whether it was served from the cache: results are cached for 30 minutes. */
                        cached: boolean;
                    } | {
                        /** @description Whether all metrics succeeded. */
                        success: boolean;
                        /** @description Null on failure, or if the platform does not provide it. */
                        metrics: {
                            [key: string]: number | null;
                        };
                        /** @description Metrics that failed. */
                        errors?: {
                            /** @enum {string} */
                            metric: "IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT";
                            /** @constant */
                            error: "Failed to fetch metric from network";
                        }[];
                        /** @description Metrics served from the cache; absent if there are none. */
                        cachedMetrics?: ("IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT")[];
                        /** @description Whether any of them was served from the cache. */
                        cached: boolean;
                    };
                };
            };
            /**
             * @description - `postedId and platformId are required`
             *     - `postedId and platformId must be strings`
             *     - `postedId must be a valid network URN`
             *     - `queryType or queryTypes is required`
             *     - `Use either queryType or queryTypes, not both`
             *     - `Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT`
             *     - `Invalid queryTypes: <queryTypes>. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT, or "ALL"`
             *     - `Invalid platformId`
             *     - `Failed to fetch metric from network`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("postedId and platformId are required" | "postedId and platformId must be strings" | "postedId must be a valid network URN" | "queryType or queryTypes is required" | "Use either queryType or queryTypes, not both" | "Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT" | "Invalid platformId" | "Failed to fetch metric from network" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to fetch metric from network`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found" | "Failed to fetch metric from network";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to fetch metric from network` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch metric from network" | unknown;
                    };
                };
            };
            /** @description - `Failed to fetch metric from network` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch metric from network" | unknown;
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Failed to fetch network post statistics`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network" | "Failed to fetch network post statistics" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    networkAccountStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                    /** @description One metric, in upper case. Mutually exclusive with queryTypes. */
                    queryType?: ("IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT") | null;
                    /** @description Several metrics, or `ALL`; case-insensitive. */
                    queryTypes?: (string[] | string) | null;
                    /** @description `TOTAL` (default) or `DAILY`, case-insensitive. */
                    aggregation?: string | null;
                    /** @description The range of days. If omitted, TOTAL means lifetime, and DAILY the last 30 days. */
                    dateRange?: {
                        start: {
                            year: number;
                            month: number;
                            day: number;
                        };
                        /** @description The day after the last one (exclusive). */
                        end: {
                            year: number;
                            month: number;
                            day: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: (number | null) | {
                            /** @description Null if the platform does not provide it. */
                            count: number | null;
                            dateRange: {
                                start: {
                                    year: number;
                                    month: number;
                                    day: number;
                                };
                                /** @description The day after. */
                                end: {
                                    year: number;
                                    month: number;
                                    day: number;
                                };
                            };
                        }[];
                        /** @enum {string} */
                        aggregation: "TOTAL" | "DAILY";
                        /** @description Whether it was served from the cache: results are cached for 30 minutes. */
                        cached: boolean;
                    } | {
                        /** @description Whether all metrics succeeded. */
                        success: boolean;
                        /** @description Null on failure, or if the platform does not provide it. */
                        metrics: {
                            [key: string]: (number | {
                                /** @description Null if the platform does not provide it. */
                                count: number | null;
                                dateRange: {
                                    start: {
                                        year: number;
                                        month: number;
                                        day: number;
                                    };
                                    /** @description The day after. */
                                    end: {
                                        year: number;
                                        month: number;
                                        day: number;
                                    };
                                };
                            }[]) | null;
                        };
                        /** @description Metrics that failed. */
                        errors?: {
                            /** @enum {string} */
                            metric: "IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT";
                            /** @constant */
                            error: "Failed to fetch metric from network";
                        }[];
                        /** @description Metrics served from the cache; absent if there are none. */
                        cachedMetrics?: ("IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT")[];
                        /** @description Whether any of them was served from the cache. */
                        cached: boolean;
                        /** @enum {string} */
                        aggregation: "TOTAL" | "DAILY";
                    };
                };
            };
            /**
             * @description - `platformId is required`
             *     - `platformId must be a string`
             *     - `queryType or queryTypes is required`
             *     - `Use either queryType or queryTypes, not both`
             *     - `Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT`
             *     - `Invalid queryTypes: <queryTypes>. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT, or "ALL"`
             *     - `aggregation must be a string`
             *     - `Invalid aggregation. Must be one of: DAILY, TOTAL`
             *     - `dateRange must be an object`
             *     - `dateRange must have both 'start' and 'end' objects`
             *     - `dateRange.start and dateRange.end must have: year, month, day`
             *     - `MEMBERS_REACHED with DAILY aggregation is not supported by network API`
             *     - `Invalid platformId`
             *     - `Failed to fetch metric from network`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("platformId is required" | "platformId must be a string" | "queryType or queryTypes is required" | "Use either queryType or queryTypes, not both" | "Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT" | "aggregation must be a string" | "Invalid aggregation. Must be one of: DAILY, TOTAL" | "dateRange must be an object" | "dateRange must have both 'start' and 'end' objects" | "dateRange.start and dateRange.end must have: year, month, day" | "MEMBERS_REACHED with DAILY aggregation is not supported by network API" | "Invalid platformId" | "Failed to fetch metric from network" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /**
             * @description - `network connection not found`
             *     - `Failed to fetch metric from network`
             */
            404: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found" | "Failed to fetch metric from network";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Failed to fetch metric from network` */
            409: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Request body is larger than <limit>`
             */
            413: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch metric from network" | unknown;
                    };
                };
            };
            /** @description - `Failed to fetch metric from network` */
            422: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network";
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Too many requests. Try again in <retryAfterSeconds> seconds`
             */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | "Failed to fetch metric from network" | unknown;
                    };
                };
            };
            /**
             * @description - `Failed to fetch metric from network`
             *     - `Failed to fetch network account statistics`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch metric from network" | "Failed to fetch network account statistics" | "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    networkProfileSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The connection: `network-<account id>`. */
                    platformId: string;
                    dateRange?: {
                        start: {
                            year: number;
                            month: number;
                            day: number;
                        };
                        /** @description The day after the last one (exclusive). */
                        end: {
                            year: number;
                            month: number;
                            day: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        profile: {
                            followers: {
                                /** @description Null on failure, or if the platform does not provide it. */
                                total: number | null;
                                /** @description Followers gained in the dateRange; only with a dateRange. */
                                periodGrowth?: number | null;
                            };
                            posts: {
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalImpressions: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalMembersReached: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalReactions: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalComments: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalReshares: number | null;
                            };
                        };
                    } | {
                        /** @constant */
                        success: false;
                        /** @constant */
                        partialData: true;
                        profile: {
                            followers: {
                                /** @description Null on failure, or if the platform does not provide it. */
                                total: number | null;
                                /** @description Followers gained in the dateRange; only with a dateRange. */
                                periodGrowth?: number | null;
                            };
                            posts: {
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalImpressions: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalMembersReached: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalReactions: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalComments: number | null;
                                /** @description Null on failure, or if the platform does not provide it. */
                                totalReshares: number | null;
                            };
                        };
                        errors: {
                            /** @enum {string} */
                            metric: "FOLLOWERS" | "FOLLOWERS_GROWTH" | "IMPRESSION" | "MEMBERS_REACHED" | "RESHARE" | "REACTION" | "COMMENT";
                            /** @constant */
                            error: "Failed to fetch metric from network";
                        }[];
                    };
                };
            };
            /**
             * @description - `platformId is required`
             *     - `platformId must be a string`
             *     - `dateRange must be an object`
             *     - `dateRange must have both 'start' and 'end' objects`
             *     - `dateRange.start and dateRange.end must have: year, month, day`
             *     - `Invalid platformId`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("platformId is required" | "platformId must be a string" | "dateRange must be an object" | "dateRange must have both 'start' and 'end' objects" | "dateRange.start and dateRange.end must have: year, month, day" | "Invalid platformId" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `network connection not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "network connection not found";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /**
             * @description - `Failed to fetch network profile summary`
             *     - `Internal server error`
             */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Failed to fetch network profile summary" | "Internal server error";
                    };
                };
            };
            /** @description - `No metric could be fetched from network` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "No metric could be fetched from network";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    managedUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: {
                            _id: string;
                            /** @description The e-mail address. */
                            username: string;
                            displayName: string;
                            /** @constant */
                            role: "managed";
                            /**
                             * @description Always 100: there is no daily limit.
                             * @constant
                             */
                            dailyPostsLeft: 100;
                            /** @description Page where the user connects accounts; null if none was created. */
                            connectionsPageUrl: string | null;
                            connectionsPageTokenExpiresAt: string | null;
                        }[];
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Internal server error` */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createManagedUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An e-mail address. */
                    username: string;
                    displayName?: string | unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            _id: string;
                            /** @description The e-mail address. */
                            username: string;
                            displayName: string;
                            /** @constant */
                            role: "managed";
                            /**
                             * @description Always 100: there is no daily limit.
                             * @constant
                             */
                            dailyPostsLeft: 100;
                            /** @description Page where the user connects accounts; null if none was created. */
                            connectionsPageUrl: string | null;
                            connectionsPageTokenExpiresAt: string | null;
                        };
                    };
                };
            };
            /**
             * @description - `Email is required`
             *     - `Email must be a valid email address`
             *     - `Display name must be one line of at most 200 characters, without control characters`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("Email is required" | "Email must be a valid email address" | "Display name must be one line of at most 200 characters, without control characters" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `Managed user limit reached`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Managed user limit reached" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `User with this email already exists` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "User with this email already exists";
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Internal server error` */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    detachManagedUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The managed user: 24 hexadecimal characters. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `User not found or not managed by this key` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "User not found or not managed by this key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Internal server error` */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createManagedUserKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The managed user: 24 hexadecimal characters. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "API key generated successfully";
                        apiKey: string;
                        userId: string;
                    };
                };
            };
            /** @description - `Invalid x-service-user-id` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Invalid x-service-user-id";
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this workspace owner`
             *     - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this workspace owner" | "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `User not found or not managed by this key` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "User not found or not managed by this key";
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Internal server error` */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    createConnectionPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Act for this user of your workspace. Your own id is allowed and requires no workspace access. */
                "x-service-user-id"?: string;
                /** @description The calling client. The value `mcp` requires MCP access. */
                "x-service-client"?: string;
            };
            path: {
                /** @description The managed user: 24 hexadecimal characters. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Days from now; defaults to 90. */
                    expiresInDays?: number | null;
                    /** @description `true`: generate a new URL; the old one stops working immediately. */
                    rotate?: boolean | unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /** Format: date-time */
                        tokenExpiresAt: string;
                    };
                };
            };
            /**
             * @description - `expiresInDays must be a whole number from 1 to 365`
             *     - `Content-Type must be application/json`
             *     - `Unsupported charset "<charset>". Send UTF-8`
             *     - `Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding`
             *     - `Request body is not valid <encoding>`
             *     - `Request body is not valid UTF-8`
             *     - `Text contains characters that cannot be published`
             *     - `Request body is not valid JSON`
             *     - `Invalid x-service-user-id`
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | ("expiresInDays must be a whole number from 1 to 365" | "Content-Type must be application/json" | "Request body is not valid UTF-8" | "Text contains characters that cannot be published" | "Request body is not valid JSON" | "Invalid x-service-user-id") | unknown | unknown | unknown;
                    };
                };
            };
            /**
             * @description - `API key is required`
             *     - `Invalid API key`
             *     - `Invalid API key owner`
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API key is required" | "Invalid API key" | "Invalid API key owner";
                    };
                };
            };
            /**
             * @description - `API access is not enabled for this account`
             *     - `MCP access is not enabled for this account`
             *     - `Workspace access is not enabled for this key`
             *     - `User is not managed by key`
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "API access is not enabled for this account" | "MCP access is not enabled for this account" | "Workspace access is not enabled for this key" | "User is not managed by key";
                    };
                };
            };
            /** @description - `User not found or not managed by this key` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "User not found or not managed by this key";
                    };
                };
            };
            /** @description - `Request body did not arrive within <seconds> seconds` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Request body is larger than <limit>` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Too many requests. Try again in <retryAfterSeconds> seconds` */
            429: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description - `Internal server error` */
            500: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "Internal server error";
                    };
                };
            };
            /** @description - `The service is busy. Try again in <retryAfterSeconds> seconds` */
            503: {
                headers: {
                    /** @description In seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    postScheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event. */
                "X-Service-Event": string;
                /** @description HMAC-SHA256 of the body with the secret, in hexadecimal. */
                "X-Service-Signature": string;
                /** @description Id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description The id of the delivery, as defined by Standard Webhooks, like the next two. */
                "webhook-id": string;
                /** @description Time of the attempt, as a Unix timestamp in seconds. */
                "webhook-timestamp": string;
                /** @description The signature, as defined by Standard Webhooks. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "post.scheduled";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        postId: string;
                        postGroupId: string;
                        /** @description Key of the platform, for example `network`. */
                        platform: string;
                        /** Format: date-time */
                        scheduledAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other response, or none within ten seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The event. */
                "X-Service-Event": string;
                /** @description HMAC-SHA256 of the body with the secret, in hexadecimal. */
                "X-Service-Signature": string;
                /** @description Id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description The id of the delivery, as defined by Standard Webhooks, like the next two. */
                "webhook-id": string;
                /** @description Time of the attempt, as a Unix timestamp in seconds. */
                "webhook-timestamp": string;
                /** @description The signature, as defined by Standard Webhooks. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "post.published";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        postId: string;
                        postGroupId: string;
                        /** @description Key of the platform, for example `network`. */
                        platform: string;
                        /** Format: date-time */
                        publishedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other response, or none within ten seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event. */
                "X-Service-Event": string;
                /** @description HMAC-SHA256 of the body with the secret, in hexadecimal. */
                "X-Service-Signature": string;
                /** @description Id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description The id of the delivery, as defined by Standard Webhooks, like the next two. */
                "webhook-id": string;
                /** @description Time of the attempt, as a Unix timestamp in seconds. */
                "webhook-timestamp": string;
                /** @description The signature, as defined by Standard Webhooks. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "post.failed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        postId: string;
                        postGroupId: string;
                        /** @description Key of the platform, for example `network`. */
                        platform: string;
                        error: {
                            code: string;
                            message: string;
                        };
                        /** Format: date-time */
                        failedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other response, or none within ten seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tokenExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The event. */
                "X-Service-Event": string;
                /** @description HMAC-SHA256 of the body with the secret, in hexadecimal. */
                "X-Service-Signature": string;
                /** @description Id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description The id of the delivery, as defined by Standard Webhooks, like the next two. */
                "webhook-id": string;
                /** @description Time of the attempt, as a Unix timestamp in seconds. */
                "webhook-timestamp": string;
                /** @description The signature, as defined by Standard Webhooks. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "token.expiring";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** @description Key of the platform, for example `network`. */
                        platform: string;
                        /** @description The connection, for example `network-abc`. */
                        platformId: string;
                        username: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other response, or none within ten seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
