import { z } from 'zod';
import { type AnyEndpoint, apiBase, fileType, secretHeader } from '#shared/kernel/endpoint.ts';
import { FileAnswer, FileBody } from '#shared/kernel/wire.ts';

const commonErrors = [
  'dataValidationFailed',
  'notLoggedIn',
  'actionNotAllowed',
  'itemNotFound',
  'busyTryAgain',
  'changedMeanwhile',
  'serverError',
];

/** The API described as OpenAPI 3.1, printed from the same values that are mounted. */
export function openApiDocument(endpoints: readonly AnyEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = apiBase + endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trenn',
      version: '0.1',
      description: 'Booking and membership for sports and fitness centres',
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function operation(endpoint: AnyEndpoint): object {
  return {
    summary: endpoint.summary,
    tags: [endpoint.noun],
    'x-role': endpoint.role,
    ...(endpoint.role === 'visitor' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.secret === undefined ? [] : [secretParameter(endpoint.secret)]),
    ],
    ...(endpoint.body ? { requestBody: { required: true, content: bodyOf(endpoint.body) } } : {}),
    responses: {
      200: { description: 'Done', content: answer(endpoint.response) },
      default: {
        description: `Refused; codes: ${[...(endpoint.errors ?? []), ...commonErrors].join(', ')}`,
        content: json(ErrorAnswer, 'output'),
      },
    },
  };
}

const ErrorAnswer = z.object({ errors: z.array(z.string()), code: z.number().int() });

function bodyOf(schema: z.ZodType): object {
  return schema === FileBody ? { [fileType]: { schema: toSchema(schema, 'input') } } : json(schema, 'input');
}

function answer(schema: z.ZodType): object {
  return (schema as unknown) === FileAnswer
    ? { [fileType]: { schema: toSchema(schema, 'output') } }
    : json(schema, 'output');
}

function json(schema: z.ZodType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: toSchema(schema, io) } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
}

const secretParameter = (name: string) => ({
  name: secretHeader,
  in: 'header',
  required: false,
  description: `Takes the place of \`${name}\` (in a path, \`-\` stands there), percent-encoded: addresses are written down on their way`,
  schema: { type: 'string' },
});

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return [];
  const { properties = {} } = toSchema(schema, 'input') as { properties?: Record<string, object> };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }));
}
