import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import app from '@adonisjs/core/services/app'
import { Secret } from '@adonisjs/core/helpers'
import type { Group } from '@japa/runner/core'
import { ChatModel } from '../../../app/plugins/module_generator/prompting/chat_model.js'

export const base = '/app/dev/module-generator'

export interface Recorded {
  /** What the model says, round by round; the last one again for rounds beyond. */
  answers: readonly string[]
  status?: number
  /** Raw bytes instead of a chat completion. */
  raw?: string
  silent?: boolean
  /** Nobody listens: the connection is cut. */
  cuts?: boolean
}

/** An OpenAI-compatible endpoint that answers from recordings. */
export class RecordedModel {
  readonly asked: { messages: { content: string }[] }[] = []
  recorded: Recorded = { answers: ['{}'] }
  #server: Server | null = null

  static for(group: Group): RecordedModel {
    const model = new RecordedModel()
    group.setup(async () => {
      const baseUrl = await model.#listen()
      const prices = { prompt: 2, answer: 10 }
      const endpoint = { baseUrl, apiKey: new Secret('key'), name: 'recorded', prices }
      app.container.swap(ChatModel, () => new ChatModel(endpoint, model.patienceMs))
      return () => {
        app.container.restore(ChatModel)
        model.#server?.closeAllConnections()
        model.#server?.close()
      }
    })
    return model
  }

  /** Given up on early only where no answer will come. */
  get patienceMs(): number {
    return this.recorded.silent ? 50 : 60_000
  }

  replay(recorded: Recorded): void {
    this.recorded = recorded
    this.asked.length = 0
  }

  #listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server = createServer(async (request, response) => {
        const body = await Array.fromAsync(request)
        this.asked.push(JSON.parse(Buffer.concat(body).toString()))
        const { answers, status = 200, raw, silent, cuts } = this.recorded
        if (silent) return
        if (cuts) return void request.socket.destroy()
        const content = answers[Math.min(this.asked.length, answers.length) - 1]
        const completion = {
          choices: [{ message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 100, completion_tokens: 20 },
        }
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(raw ?? JSON.stringify(completion))
      }).listen(0, '127.0.0.1', () => {
        const { port } = this.#server!.address() as AddressInfo
        resolve(`http://127.0.0.1:${port}/v1`)
      })
    })
  }
}
