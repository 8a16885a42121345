/* eslint-disable */
/* prettier-ignore */

export type introspection_types = {
  Boolean: unknown;
  Connection: {
    kind: 'OBJECT';
    name: 'Connection';
    fields: {
      accessTokenExpiresAt: {
        name: 'accessTokenExpiresAt';
        type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null };
      };
      accountId: {
        name: 'accountId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      createdAt: {
        name: 'createdAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      displayName: {
        name: 'displayName';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      platform: { name: 'platform'; type: { kind: 'ENUM'; name: 'Platform'; ofType: null } };
      platformId: {
        name: 'platformId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      revokedAt: { name: 'revokedAt'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      username: {
        name: 'username';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
    };
  };
  CreatePostInput: {
    kind: 'INPUT_OBJECT';
    name: 'CreatePostInput';
    isOneOf: false;
    inputFields: [
      {
        name: 'content';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
        defaultValue: null;
      },
      { name: 'idempotencyKey'; type: { kind: 'SCALAR'; name: 'String'; ofType: null }; defaultValue: null },
      {
        name: 'platformIds';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
          };
        };
        defaultValue: null;
      },
      { name: 'platformSettings'; type: { kind: 'SCALAR'; name: 'JSONObject'; ofType: null }; defaultValue: null },
      { name: 'scheduledTime'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null }; defaultValue: null },
      {
        name: 'validate';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
        defaultValue: 'true';
      },
    ];
  };
  CreatePostPayload: {
    kind: 'OBJECT';
    name: 'CreatePostPayload';
    fields: {
      postGroup: { name: 'postGroup'; type: { kind: 'OBJECT'; name: 'PostGroup'; ofType: null } };
      postGroupId: {
        name: 'postGroupId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
      };
      replayed: {
        name: 'replayed';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
      };
    };
  };
  DateTimeISO: unknown;
  DeletePostInput: {
    kind: 'INPUT_OBJECT';
    name: 'DeletePostInput';
    isOneOf: false;
    inputFields: [
      {
        name: 'id';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
        defaultValue: null;
      },
    ];
  };
  DeletePostPayload: {
    kind: 'OBJECT';
    name: 'DeletePostPayload';
    fields: {
      deletedId: {
        name: 'deletedId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
      };
    };
  };
  ErrorCode: {
    name: 'ErrorCode';
    enumValues:
      | 'API_ACCESS_DISABLED'
      | 'API_KEY_INVALID'
      | 'API_KEY_OWNER_INVALID'
      | 'API_KEY_REQUIRED'
      | 'BODY_NOT_JSON'
      | 'BODY_TOO_LARGE'
      | 'CONNECTIONS_NOT_FOUND'
      | 'CONTENT_REQUIRED'
      | 'CREATE_POST_GROUP_FAILED'
      | 'DELETE_POST_GROUP_FAILED'
      | 'FETCH_POST_GROUP_FAILED'
      | 'IDEMPOTENCY_KEY_INVALID'
      | 'IDEMPOTENCY_KEY_REUSED'
      | 'ID_INVALID'
      | 'INTERNAL_ERROR'
      | 'LIST_FROM_DATE_INVALID'
      | 'LIST_POSTS_FAILED'
      | 'LIST_SORT_BY_INVALID'
      | 'LIST_STATUS_INVALID'
      | 'LIST_TO_DATE_INVALID'
      | 'MCP_ACCESS_DISABLED'
      | 'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED'
      | 'PAGE_INVALID'
      | 'PLATFORMS_EMPTY'
      | 'PLATFORMS_JSON_INVALID'
      | 'PLATFORMS_NOT_AN_ARRAY'
      | 'PLATFORMS_REQUIRED'
      | 'PLATFORM_ID_INVALID'
      | 'PLATFORM_POST_NOT_FOUND'
      | 'PLATFORM_POST_NOT_RETRYABLE'
      | 'PLATFORM_SETTINGS_JSON_INVALID'
      | 'PLATFORM_SETTINGS_NOT_AN_OBJECT'
      | 'PLATFORM_SETTING_UNKNOWN'
      | 'POST_GROUP_NOT_FOUND'
      | 'POST_GROUP_NOT_UPDATABLE'
      | 'POST_LOGS_FAILED'
      | 'SCHEDULED_TIME_INVALID'
      | 'SERVICE_USER_ID_INVALID'
      | 'UPDATE_EMPTY'
      | 'UPDATE_POST_FAILED'
      | 'UPDATE_STATUS_INVALID'
      | 'USER_NOT_MANAGED'
      | 'WORKSPACE_ACCESS_DISABLED';
  };
  ErrorCodeInfo: {
    kind: 'OBJECT';
    name: 'ErrorCodeInfo';
    fields: {
      code: {
        name: 'code';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ErrorCode'; ofType: null } };
      };
      details: {
        name: 'details';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'ErrorDetail'; ofType: null } };
          };
        };
      };
      message: {
        name: 'message';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      status: {
        name: 'status';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      };
    };
  };
  ErrorDetail: {
    kind: 'OBJECT';
    name: 'ErrorDetail';
    fields: {
      description: {
        name: 'description';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      name: {
        name: 'name';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
    };
  };
  FailureCode: {
    name: 'FailureCode';
    enumValues:
      | 'CONNECTION_NOT_FOUND'
      | 'CONTENT_TOO_LARGE'
      | 'INVALID_CONTENT'
      | 'NETWORK_ERROR'
      | 'OUTCOME_UNKNOWN'
      | 'PERMISSION_DENIED'
      | 'PLATFORM_AUTH_EXPIRED'
      | 'PLATFORM_NOT_CONFIGURED'
      | 'PLATFORM_NOT_SUPPORTED'
      | 'PLATFORM_SERVER_ERROR'
      | 'RATE_LIMITED'
      | 'SCHEDULE_MISSED'
      | 'TIMEOUT_ERROR'
      | 'UNKNOWN_ERROR';
  };
  Fault: { name: 'Fault'; enumValues: 'ACCOUNT' | 'CONTENT' | 'PLATFORM' | 'SERVICE' };
  ID: unknown;
  Int: unknown;
  JSONObject: unknown;
  Mutation: {
    kind: 'OBJECT';
    name: 'Mutation';
    fields: {
      createPost: {
        name: 'createPost';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'CreatePostPayload'; ofType: null } };
      };
      deletePost: {
        name: 'deletePost';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'DeletePostPayload'; ofType: null } };
      };
      retryPlatformPost: {
        name: 'retryPlatformPost';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: { kind: 'OBJECT'; name: 'RetryPlatformPostPayload'; ofType: null };
        };
      };
      updatePost: {
        name: 'updatePost';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'UpdatePostPayload'; ofType: null } };
      };
    };
  };
  PageInfo: {
    kind: 'OBJECT';
    name: 'PageInfo';
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      hasNextPage: {
        name: 'hasNextPage';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
      };
      hasPreviousPage: {
        name: 'hasPreviousPage';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
      };
      startCursor: { name: 'startCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
    };
  };
  Plan: { name: 'Plan'; enumValues: 'PREMIUM' | 'PRO' | 'STARTER' };
  Platform: {
    name: 'Platform';
    enumValues:
      | 'FEDIVERSE'
      | 'MESSENGER'
      | 'MICROBLOG'
      | 'NETWORK'
      | 'PHOTOGRAM'
      | 'PINBOARD'
      | 'SHORTVIDEO'
      | 'SKYFEED'
      | 'SOCIALPAGE'
      | 'THREADTALK'
      | 'VIDEOHUB';
  };
  PlatformPost: {
    kind: 'OBJECT';
    name: 'PlatformPost';
    fields: {
      accountId: {
        name: 'accountId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      attemptCount: {
        name: 'attemptCount';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      };
      content: {
        name: 'content';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      createdAt: {
        name: 'createdAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      dueAt: { name: 'dueAt'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      error: { name: 'error'; type: { kind: 'OBJECT'; name: 'PlatformPostFailure'; ofType: null } };
      id: { name: 'id'; type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } } };
      platform: { name: 'platform'; type: { kind: 'ENUM'; name: 'Platform'; ofType: null } };
      platformId: {
        name: 'platformId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      platformKey: {
        name: 'platformKey';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      postedId: { name: 'postedId'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      status: {
        name: 'status';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PlatformPostStatus'; ofType: null } };
      };
      updatedAt: {
        name: 'updatedAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      url: { name: 'url'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
    };
  };
  PlatformPostFailure: {
    kind: 'OBJECT';
    name: 'PlatformPostFailure';
    fields: {
      advice: {
        name: 'advice';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      code: {
        name: 'code';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'FailureCode'; ofType: null } };
      };
      failedAt: {
        name: 'failedAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      fault: {
        name: 'fault';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Fault'; ofType: null } };
      };
      message: {
        name: 'message';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      platformError: { name: 'platformError'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      platformStatusCode: { name: 'platformStatusCode'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      retryable: {
        name: 'retryable';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
      };
    };
  };
  PlatformPostStatus: {
    name: 'PlatformPostStatus';
    enumValues: 'DRAFT' | 'FAILED' | 'PENDING' | 'PROCESSING' | 'PUBLISHED' | 'SCHEDULED';
  };
  PostGroup: {
    kind: 'OBJECT';
    name: 'PostGroup';
    fields: {
      content: {
        name: 'content';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      createdAt: {
        name: 'createdAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      id: { name: 'id'; type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } } };
      platformSettings: {
        name: 'platformSettings';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'JSONObject'; ofType: null } };
      };
      posts: {
        name: 'posts';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PlatformPost'; ofType: null } };
          };
        };
      };
      processingStatus: {
        name: 'processingStatus';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ProcessingStatus'; ofType: null } };
      };
      scheduledTime: { name: 'scheduledTime'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      status: {
        name: 'status';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PostGroupStatus'; ofType: null } };
      };
      updatedAt: {
        name: 'updatedAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
    };
  };
  PostGroupConnection: {
    kind: 'OBJECT';
    name: 'PostGroupConnection';
    fields: {
      edges: {
        name: 'edges';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostGroupEdge'; ofType: null } };
          };
        };
      };
      pageInfo: {
        name: 'pageInfo';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PageInfo'; ofType: null } };
      };
      totalCount: {
        name: 'totalCount';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      };
    };
  };
  PostGroupEdge: {
    kind: 'OBJECT';
    name: 'PostGroupEdge';
    fields: {
      cursor: {
        name: 'cursor';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      node: {
        name: 'node';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostGroup'; ofType: null } };
      };
    };
  };
  PostGroupFilter: {
    kind: 'INPUT_OBJECT';
    name: 'PostGroupFilter';
    isOneOf: false;
    inputFields: [
      {
        name: 'platforms';
        type: {
          kind: 'LIST';
          name: never;
          ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Platform'; ofType: null } };
        };
        defaultValue: null;
      },
      { name: 'scheduledFrom'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null }; defaultValue: null },
      { name: 'scheduledTo'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null }; defaultValue: null },
      { name: 'status'; type: { kind: 'ENUM'; name: 'PostGroupStatus'; ofType: null }; defaultValue: null },
    ];
  };
  PostGroupSort: {
    kind: 'INPUT_OBJECT';
    name: 'PostGroupSort';
    isOneOf: false;
    inputFields: [
      {
        name: 'direction';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'SortDirection'; ofType: null } };
        defaultValue: 'DESC';
      },
      {
        name: 'field';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PostGroupSortField'; ofType: null } };
        defaultValue: 'CREATED_AT';
      },
    ];
  };
  PostGroupSortField: { name: 'PostGroupSortField'; enumValues: 'CREATED_AT' | 'SCHEDULED_TIME' | 'UPDATED_AT' };
  PostGroupStatus: {
    name: 'PostGroupStatus';
    enumValues: 'DRAFT' | 'FAILED' | 'PARTIALLY_PUBLISHED' | 'PUBLISHED' | 'SCHEDULED';
  };
  PostLogConnection: {
    kind: 'OBJECT';
    name: 'PostLogConnection';
    fields: {
      edges: {
        name: 'edges';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostLogEdge'; ofType: null } };
          };
        };
      };
      pageInfo: {
        name: 'pageInfo';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PageInfo'; ofType: null } };
      };
    };
  };
  PostLogEdge: {
    kind: 'OBJECT';
    name: 'PostLogEdge';
    fields: {
      cursor: {
        name: 'cursor';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      node: {
        name: 'node';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostLogEntry'; ofType: null } };
      };
    };
  };
  PostLogEntry: {
    kind: 'OBJECT';
    name: 'PostLogEntry';
    fields: {
      createdAt: {
        name: 'createdAt';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      error: { name: 'error'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      event: {
        name: 'event';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PostLogEvent'; ofType: null } };
      };
      httpStatus: { name: 'httpStatus'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      id: { name: 'id'; type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } } };
      metadata: { name: 'metadata'; type: { kind: 'SCALAR'; name: 'JSONObject'; ofType: null } };
      platform: { name: 'platform'; type: { kind: 'ENUM'; name: 'Platform'; ofType: null } };
      platformKey: { name: 'platformKey'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      postGroupId: {
        name: 'postGroupId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
      };
      postId: { name: 'postId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
      retryCount: { name: 'retryCount'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
    };
  };
  PostLogEvent: {
    name: 'PostLogEvent';
    enumValues:
      | 'PROCESSING'
      | 'PUBLISH_ATTEMPTED'
      | 'PUBLISH_FAILED'
      | 'PUBLISH_SUCCEEDED'
      | 'SCHEDULED'
      | 'STATUS_CHANGED';
  };
  ProcessingStatus: { name: 'ProcessingStatus'; enumValues: 'FINISHED' | 'PENDING' | 'PROCESSING' };
  ProgressEvent: {
    kind: 'OBJECT';
    name: 'ProgressEvent';
    fields: {
      at: {
        name: 'at';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      };
      groupStatus: {
        name: 'groupStatus';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PostGroupStatus'; ofType: null } };
      };
      post: { name: 'post'; type: { kind: 'OBJECT'; name: 'ProgressPost'; ofType: null } };
      postGroupId: {
        name: 'postGroupId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
      };
      processingStatus: {
        name: 'processingStatus';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ProcessingStatus'; ofType: null } };
      };
      sequence: {
        name: 'sequence';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      };
      type: {
        name: 'type';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ProgressEventType'; ofType: null } };
      };
    };
  };
  ProgressEventType: {
    name: 'ProgressEventType';
    enumValues:
      | 'ATTEMPT_FAILED'
      | 'ATTEMPT_STARTED'
      | 'CREATED'
      | 'DELETED'
      | 'FAILED'
      | 'PROCESSING'
      | 'PUBLISHED'
      | 'QUEUED'
      | 'ROLLUP'
      | 'UNSCHEDULED';
  };
  ProgressPost: {
    kind: 'OBJECT';
    name: 'ProgressPost';
    fields: {
      attempt: { name: 'attempt'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } };
      dueAt: { name: 'dueAt'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null } };
      error: { name: 'error'; type: { kind: 'OBJECT'; name: 'PlatformPostFailure'; ofType: null } };
      id: { name: 'id'; type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } } };
      platform: { name: 'platform'; type: { kind: 'ENUM'; name: 'Platform'; ofType: null } };
      platformId: {
        name: 'platformId';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      postedId: { name: 'postedId'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      status: {
        name: 'status';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'PlatformPostStatus'; ofType: null } };
      };
      url: { name: 'url'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } };
    };
  };
  Query: {
    kind: 'OBJECT';
    name: 'Query';
    fields: {
      errorCodes: {
        name: 'errorCodes';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'ErrorCodeInfo'; ofType: null } };
          };
        };
      };
      postGroup: { name: 'postGroup'; type: { kind: 'OBJECT'; name: 'PostGroup'; ofType: null } };
      postGroups: {
        name: 'postGroups';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostGroupConnection'; ofType: null } };
      };
      postLog: {
        name: 'postLog';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostLogConnection'; ofType: null } };
      };
      viewer: {
        name: 'viewer';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Viewer'; ofType: null } };
      };
    };
  };
  RetryPlatformPostInput: {
    kind: 'INPUT_OBJECT';
    name: 'RetryPlatformPostInput';
    isOneOf: false;
    inputFields: [
      {
        name: 'acknowledgeUnknownOutcome';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
        defaultValue: 'false';
      },
      {
        name: 'id';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
        defaultValue: null;
      },
    ];
  };
  RetryPlatformPostPayload: {
    kind: 'OBJECT';
    name: 'RetryPlatformPostPayload';
    fields: {
      platformPost: {
        name: 'platformPost';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PlatformPost'; ofType: null } };
      };
    };
  };
  SortDirection: { name: 'SortDirection'; enumValues: 'ASC' | 'DESC' };
  String: unknown;
  Subscription: {
    kind: 'OBJECT';
    name: 'Subscription';
    fields: {
      accountActivity: {
        name: 'accountActivity';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'ProgressEvent'; ofType: null } };
      };
      postProgress: {
        name: 'postProgress';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'ProgressEvent'; ofType: null } };
      };
    };
  };
  UpdatePostInput: {
    kind: 'INPUT_OBJECT';
    name: 'UpdatePostInput';
    isOneOf: false;
    inputFields: [
      {
        name: 'id';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } };
        defaultValue: null;
      },
      { name: 'scheduledTime'; type: { kind: 'SCALAR'; name: 'DateTimeISO'; ofType: null }; defaultValue: null },
      { name: 'status'; type: { kind: 'ENUM'; name: 'PostGroupStatus'; ofType: null }; defaultValue: null },
    ];
  };
  UpdatePostPayload: {
    kind: 'OBJECT';
    name: 'UpdatePostPayload';
    fields: {
      postGroup: {
        name: 'postGroup';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'PostGroup'; ofType: null } };
      };
    };
  };
  Viewer: {
    kind: 'OBJECT';
    name: 'Viewer';
    fields: {
      connections: {
        name: 'connections';
        type: {
          kind: 'NON_NULL';
          name: never;
          ofType: {
            kind: 'LIST';
            name: never;
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Connection'; ofType: null } };
          };
        };
      };
      displayName: {
        name: 'displayName';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      email: {
        name: 'email';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } };
      };
      id: { name: 'id'; type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } } };
      managed: {
        name: 'managed';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } };
      };
      plan: {
        name: 'plan';
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Plan'; ofType: null } };
      };
    };
  };
};

/** An IntrospectionQuery representation of your schema.
 *
 * @remarks
 * This is an introspection of your schema saved as a file by GraphQLSP.
 * It will automatically be used by `gql.tada` to infer the types of your GraphQL documents.
 * If you need to reuse this data or update your `scalars`, update `tadaOutputLocation` to
 * instead save to a .ts instead of a .d.ts file.
 */
export type introspection = {
  name: never;
  query: 'Query';
  mutation: 'Mutation';
  subscription: 'Subscription';
  types: introspection_types;
};

import * as gqlTada from 'gql.tada';

declare module 'gql.tada' {
  interface setupSchema {
    introspection: introspection;
  }
}
