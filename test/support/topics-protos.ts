/** A small published document, and the protobuf definition of its API. */

const text = { type: 'string' };
const name = (pattern: string): object => ({ type: 'string', location: 'path', required: true, pattern });

export const topicsDocument = {
  kind: 'discovery#restDescription',
  name: 'topics',
  version: 'v1',
  rootUrl: 'https://topics.example.com/',
  servicePath: '',
  schemas: {
    Operation: {
      id: 'Operation',
      type: 'object',
      properties: {
        name: text,
        done: { type: 'boolean' },
        error: { type: 'object', properties: {} },
        response: { type: 'object', additionalProperties: { type: 'any' } },
        metadata: { type: 'object', additionalProperties: { type: 'any' } },
      },
    },
    Topic: {
      id: 'Topic',
      type: 'object',
      properties: {
        name: text,
        displayName: text,
        owner: { type: 'string', description: 'Required. Who pays.' },
        state: { type: 'string', enum: ['STATE_UNSPECIFIED', 'ACTIVE', 'LOST'] },
        kinds: { type: 'array', items: { type: 'string', enum: ['PLAIN', 'RICH'] } },
        kmsKey: text,
        oldLabel: text,
        settings: { $ref: 'Settings' },
        url: text,
        file: text,
        note: text,
      },
    },
    Settings: { id: 'Settings', type: 'object', properties: { size: { type: 'integer', format: 'int32', readOnly: true } } },
    CreateTopicMetadata: { id: 'CreateTopicMetadata', type: 'object', properties: { phase: { type: 'string', enum: ['ONE'] } } },
  },
  resources: {
    topics: {
      methods: {
        create: {
          id: 'topics.topics.create',
          httpMethod: 'POST',
          path: 'v1/{+parent}/topics',
          parameters: { parent: name('^projects/[^/]+$'), topicId: { type: 'string', location: 'query' } },
          request: { $ref: 'Topic' },
          response: { $ref: 'Operation' },
        },
        get: {
          id: 'topics.topics.get',
          httpMethod: 'GET',
          path: 'v1/{+name}',
          parameters: { name: name('^projects/[^/]+/topics/[^/]+$') },
          response: { $ref: 'Topic' },
        },
        patch: {
          id: 'topics.topics.patch',
          httpMethod: 'PATCH',
          path: 'v1/{+name}',
          parameters: {
            name: name('^projects/[^/]+/topics/[^/]+$'),
            updateMask: { type: 'string', format: 'google-fieldmask', location: 'query' },
          },
          request: { $ref: 'Topic' },
          response: { $ref: 'Topic' },
        },
        seek: {
          id: 'topics.topics.seek',
          httpMethod: 'POST',
          path: 'v1/{+name}:seek',
          parameters: { name: name('^projects/[^/]+/topics/[^/]+$') },
          response: { $ref: 'Topic' },
        },
      },
    },
  },
};

export const topicsProto = `syntax = "proto3";
package example.topics.v1;
import "google/api/annotations.proto";
import "example/topics/v1/settings.proto";
service Topics {
  option (google.api.default_host) = "topics.example.com";
  rpc CreateTopic(CreateTopicRequest) returns (google.longrunning.Operation) {
    option (google.api.http) = { post: "/v1/{parent=projects/*}/topics" body: "topic" };
    option (google.longrunning.operation_info) = { response_type: "Topic" metadata_type: "CreateTopicMetadata" };
  }
  rpc GetTopic(GetTopicRequest) returns (Topic) {
    option deprecated = true;
    option (google.api.http).get = "/v1/{name=projects/*/topics/*}";
  }
  rpc UpdateTopic(UpdateTopicRequest) returns (Topic) {
    option (google.api.http) = { patch: "/v1/{topic.name=projects/*/topics/*}" body: "topic" };
  }
}
message Topic {
  enum State { STATE_UNSPECIFIED = 0; ACTIVE = 2; /* LOST is gone. */ reserved 3; BUSY = 4; }
  string name = 1;
  string display_name = 2 [(google.api.field_behavior) = REQUIRED];
  string owner = 3 [(google.api.field_behavior) = OPTIONAL];
  State state = 4 [(google.api.field_behavior) = OUTPUT_ONLY];
  repeated Kind kinds = 5;
  string kms_key = 6 [
    (google.api.field_behavior) = REQUIRED,
    (google.api.field_behavior) = IMMUTABLE
  ];
  string label = 7 [json_name = "oldLabel", deprecated = true];
  Settings settings = 8;
  oneof source { string url = 9; string file = 10; }
  oneof single { string note = 11; }
  optional string owner_email = 12;
}
enum Kind { PLAIN = 0; RICH = 7; }
message CreateTopicMetadata { enum Phase { ONE = 1; } Phase phase = 1; }
message CreateTopicRequest {
  string parent = 1 [(google.api.field_behavior) = REQUIRED];
  string topic_id = 2 [(google.api.field_behavior) = REQUIRED];
  Topic topic = 3 [(google.api.field_behavior) = REQUIRED];
}
message GetTopicRequest { string name = 1; }
message UpdateTopicRequest {
  Topic topic = 1;
  google.protobuf.FieldMask update_mask = 2 [(google.api.field_behavior) = REQUIRED];
}
`;

export const settingsProto = `syntax = "proto3";
package example.topics.v1;
message Settings { int32 size = 1 [(google.api.field_behavior) = OPTIONAL]; }
`;
