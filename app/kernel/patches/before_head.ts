import type { HttpResponse } from '@adonisjs/core/http'

/**
 * Node.js emits nothing before it writes the head of a response, when the headers are settled and can still be changed;
 * nor does the framework, which calls `writeHead` of its own response at that moment. `work` runs then.
 *
 * Upstream: https://github.com/nodejs/node/issues/44648; https://github.com/nodejs/node/pull/63996 proposes `sendingHeaders`.
 * Remove when `ServerResponse` emits such an event.
 */
export function beforeHead({ response }: { response: HttpResponse }, work: () => void): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, head) {
      work()
      return Reflect.apply(writeHead, self, head)
    },
  })
}
