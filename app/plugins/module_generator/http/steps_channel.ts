import { describeChannel } from '#kernel/http/main'
import { t } from '#kernel/contracts/main'

const step = t.object({
  step: t.text(),
  state: t.oneOf(['started', 'done', 'failed']),
  milliseconds: t.integer(),
})
const envelope = t.object({ code: t.integer(), message: t.text(), data: t.json() })

/** Long work tells its steps to who asks for an event stream. */
export function describeSteps(): void {
  describeChannel({
    plugin: 'module_generator',
    name: 'module-generator',
    address: '/app/dev/module-generator/modules',
    protocol: 'sse',
    summary: 'Steps of applying, regenerating and undoing a module',
    description:
      'Applying (POST modules), regenerating (POST modules/{id}/regenerate) and undoing (DELETE modules/{id}) answer as server-sent events when the request accepts `text/event-stream`, with a bearer header as ever.',
    fromService: [
      { name: 'step', summary: 'A step begins or ends', payload: step },
      { name: 'done', summary: 'The envelope of the answer; the stream ends', payload: envelope },
      {
        name: 'failed',
        summary: 'The envelope of the refusal; the stream ends',
        payload: envelope,
      },
    ],
  })
}
