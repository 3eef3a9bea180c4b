import { describedChannels, type ChannelDescription, type ChannelMessage } from '#kernel/http/main'
import type { DocumentTitle } from './document.js'
import { exampleOf } from './examples.js'
import type { JsonSchema } from './json_schema.js'

type Side = 'client' | 'service'

const PROTOCOLS = { ws: 'ws', sse: 'http' } as const

/** AsyncAPI 3.0 of the channels that plugins describe. */
export class AsyncDescription {
  constructor(private readonly title: DocumentTitle) {}

  document(
    channels: readonly ChannelDescription[] = describedChannels(),
    host = 'localhost:3333',
    prefix = ''
  ): JsonSchema {
    return {
      'asyncapi': '3.0.0',
      'info': { ...this.title, description: 'WebSockets and server-sent events.' },
      'defaultContentType': 'application/json',
      'servers': serversOf(channels, host, prefix),
      'channels': Object.fromEntries(channels.map((one) => [one.name, channelOf(one)])),
      'operations': Object.fromEntries(channels.flatMap(operationsOf)),
      'x-api-docs': 'v3/api-docs',
    }
  }
}

function serversOf(channels: readonly ChannelDescription[], host: string, prefix: string) {
  const protocols = new Set(channels.map(({ protocol }) => protocol))
  const server = (protocol: 'ws' | 'sse') => ({
    host,
    ...(prefix ? { pathname: prefix } : {}),
    protocol: PROTOCOLS[protocol],
  })
  return Object.fromEntries([...protocols].map((protocol) => [protocol, server(protocol)]))
}

function channelOf(channel: ChannelDescription): JsonSchema {
  return {
    address: channel.address,
    summary: channel.summary,
    ...(channel.description ? { description: channel.description } : {}),
    servers: [{ $ref: `#/servers/${channel.protocol}` }],
    tags: [{ name: channel.plugin }],
    ...(channel.failures ? { 'x-failures': failuresOf(channel.failures) } : {}),
    messages: Object.fromEntries(
      messagesOf(channel).map(([side, message]) => [keyOf(side, message), messageOf(message)])
    ),
  }
}

function failuresOf(failures: NonNullable<ChannelDescription['failures']>) {
  return failures.map(({ status, code, message }) => ({ status, reason: code, message }))
}

function messagesOf(channel: ChannelDescription): [Side, ChannelMessage][] {
  return [
    ...(channel.fromClient ?? []).map((message): [Side, ChannelMessage] => ['client', message]),
    ...channel.fromService.map((message): [Side, ChannelMessage] => ['service', message]),
  ]
}

/** Both sides may have a message of the same name. */
function keyOf(side: Side, { name }: ChannelMessage): string {
  return `${side}_${name}`
}

function messageOf({ name, summary, payload }: ChannelMessage): JsonSchema {
  const schema: JsonSchema = JSON.parse(JSON.stringify(payload))
  const example = exampleOf(schema)
  return {
    name,
    summary,
    payload: schema,
    ...(example === undefined ? {} : { examples: [{ payload: example }] }),
  }
}

function operationsOf(channel: ChannelDescription): [string, JsonSchema][] {
  return messagesOf(channel).map(([side, message]) => [
    `${channel.name}_${keyOf(side, message)}`,
    {
      action: side === 'client' ? 'receive' : 'send',
      channel: { $ref: `#/channels/${channel.name}` },
      summary: message.summary,
      messages: [{ $ref: `#/channels/${channel.name}/messages/${keyOf(side, message)}` }],
    },
  ])
}
