import { PassThrough } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok, failureBody, toRefusal } from '#kernel/http/main'
import type { Language } from '#kernel/languages/main'
import { Steps } from '../applying/steps.js'

/**
 * Answers long work: as server-sent events where the client asks for `text/event-stream`, one a step and at the end
 * `done` or `failed` with the envelope; else with the envelope alone when it is done.
 */
export async function answerWithSteps<Data>(
  ctx: HttpContext,
  work: (steps: Steps) => Promise<Data>
) {
  if (!ctx.request.header('accept', '')!.includes('text/event-stream'))
    return ok(await work(new Steps()))

  const language = answerLanguage(ctx)
  const stream = new PassThrough()
  const send = (event: string, data: unknown) =>
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  ctx.response.header('content-type', 'text/event-stream')
  ctx.response.header('cache-control', 'no-store')
  ctx.response.header('x-accel-buffering', 'no')
  ctx.response.stream(stream)
  work(new Steps((report) => void send('step', report)))
    .then((data) => send('done', ok(data)))
    .catch((error: unknown) => send('failed', failed(ctx, error, language)))
    .finally(() => stream.end())
}

function failed(ctx: HttpContext, error: unknown, language: Language) {
  const refusal = toRefusal(error)
  if (refusal.status >= 500) ctx.logger.error({ err: error }, 'a module could not be written')
  return failureBody(refusal, language)
}
