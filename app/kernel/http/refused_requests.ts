import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, E_BAD_REQUEST } from '#kernel/errors/main'

const refusals = new WeakMap<IncomingMessage, Refusal>()

/** For what is known to be wrong before there is a context: it is answered once the request was counted, as any other. */
export function refuseOnceCounted(request: IncomingMessage, refusal: Refusal): void {
  refusals.set(request, refusal)
}

export function refusalOf(request: IncomingMessage): Refusal | null {
  return refusals.get(request) ?? (lacksHost(request) ? new E_BAD_REQUEST(NO_HOST) : null)
}

const NO_HOST = 'Say with the header Host whom you are calling'

/** RFC 9112 §3.2 */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/** For the framework's `onBadUrl`: an address that cannot be decoded. */
export async function refuseUrl(request: IncomingMessage, response: ServerResponse) {
  const { default: server } = await import('@adonisjs/core/services/server')
  refuseOnceCounted(request, new E_BAD_REQUEST('The address cannot be decoded; write % as %25'))
  request.url = request.url?.replaceAll('%', '%25')
  await server.handle(request, response)
}
