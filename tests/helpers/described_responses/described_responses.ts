import type { IncomingMessage } from 'node:http'
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { onHttpServer } from '#kernel/http/main'
import { ApiDescription } from '#plugins/api_docs/main'
import { onAnswers } from './answers_of_server.js'
import { DescribedAnswers, type Answer } from './described_answers.js'
import { FoundOperations } from './found_operations.js'

interface Fault {
  requestId: string | undefined
  text: string
}

/**
 * Holds every answer of the servers that start from now on to the API description. A test that used the API client
 * fails where it asked; what came another way fails the suite at its end.
 *
 * @returns what ends the watch, to be called after the suite
 */
export async function holdResponsesToDescription(): Promise<() => void> {
  const watch = new ResponseWatch(await app.container.make(ApiDescription))
  onHttpServer((server) => onAnswers(server, (request, answer) => watch.see(request, answer)))
  ApiClient.teardown((response) => watch.assertDescribed(response.header('x-request-id')))
  return () => watch.close()
}

class ResponseWatch {
  #faults: Fault[] = []
  #answers = 0
  readonly #seen = new Set<string>()
  #described?: { answers: DescribedAnswers; operations: FoundOperations }

  constructor(private readonly description: ApiDescription) {}

  see(request: IncomingMessage, answer: Answer): void {
    const { answers, operations } = this.#parts()
    const operation = operations.at(request.url ?? '/', request.method ?? 'GET')
    if (!operation) return

    this.#answers += 1
    this.#seen.add(operation.id)
    const faults = answers.faultsOf(operation, answer)
    const asked = `${request.method} ${operation.pattern} → ${answer.status}`
    const texts = faults.map((fault) => `${asked}: ${fault}`)
    this.#faults.push(...texts.map((text) => ({ requestId: answer.headers['x-request-id'], text })))
  }

  assertDescribed(requestId: string | undefined): void {
    const mine = this.#faults.filter((fault) => fault.requestId === requestId)
    this.#faults = this.#faults.filter((fault) => fault.requestId !== requestId)
    if (mine.length > 0) throw undescribed(mine)
  }

  close(): void {
    const { operations } = this.#parts()
    process.stdout.write(
      `\n${this.#answers} answers of ${this.#seen.size} of ${operations.count} operations were held to the API description\n`
    )
    if (this.#faults.length > 0) throw undescribed(this.#faults)
  }

  #parts() {
    this.#described ??= {
      answers: new DescribedAnswers(this.description.document()),
      operations: new FoundOperations(this.description),
    }
    return this.#described
  }
}

function undescribed(faults: readonly Fault[]): Error {
  const texts = [...new Set(faults.map(({ text }) => text))]
  return new Error(`The API description does not say so:\n${texts.join('\n')}`)
}
