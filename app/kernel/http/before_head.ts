import type { HttpResponse } from '@adonisjs/core/http'

/** Does some work when the head of an answer is about to be written: what it says is settled by then. */
export function beforeHead({ response: answer }: HttpResponse, work: () => void): void {
  answer.writeHead = new Proxy(answer.writeHead, {
    apply(writeHead, self, head) {
      work()
      return Reflect.apply(writeHead, self, head)
    },
  })
}
