import { say } from '#kernel/languages/main'
import { E_AI_FAILED, E_AI_NOT_CONFIGURED } from '../errors.js'
import type { ModelEndpoint } from '../module_generator_config.js'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatAnswer {
  text: string
  promptTokens: number | null
  answerTokens: number | null
}

export type TokenFigures = Omit<ChatAnswer, 'text'>

const LARGEST_ANSWER = 1_000_000
const LIMIT_MS = 60_000

/** An OpenAI-compatible service, asked for JSON of a schema. */
export class ChatModel {
  constructor(
    private readonly endpoint: ModelEndpoint | null,
    private readonly limitMs = LIMIT_MS
  ) {}

  /** @throws E_AI_NOT_CONFIGURED */
  assertConfigured(): void {
    if (!this.endpoint) throw new E_AI_NOT_CONFIGURED()
  }

  /** In the currency of the prices; `null` where these, or the figures, are not known. */
  costOf({ promptTokens, answerTokens }: TokenFigures): number | null {
    const prices = this.endpoint?.prices
    if (!prices || promptTokens === null || answerTokens === null) return null
    return (promptTokens * prices.prompt + answerTokens * prices.answer) / 1_000_000
  }

  /** @throws E_AI_FAILED when the service is away, slow, or answers what is none */
  async ask(messages: readonly ChatMessage[], schema: object): Promise<ChatAnswer> {
    this.assertConfigured()
    const body = JSON.stringify({
      model: this.endpoint!.name,
      messages,
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'module_plan', schema } },
    })
    const text = await this.#send(body).catch((error: unknown) => {
      if (error instanceof E_AI_FAILED) throw error
      throw new E_AI_FAILED(
        'The language model does not answer; try again, or draft from a table or from field lines',
        { cause: error }
      )
    })
    return readAnswer(text)
  }

  async #send(body: string): Promise<string> {
    const { baseUrl, apiKey } = this.endpoint!
    const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(this.limitMs),
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey.release()}` }),
      },
    })
    const text = await limited(response)
    if (!response.ok)
      throw new E_AI_FAILED(
        say`The language model refused with status ${response.status}; check AI_BASE_URL, AI_MODEL and AI_API_KEY`
      )
    return text
  }
}

/** Never more than a bounded answer in memory, however much is sent. */
async function limited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > LARGEST_ANSWER) throw new E_AI_FAILED('The language model answered far too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readAnswer(text: string): ChatAnswer {
  const answer = parsed(text)
  const content = answer?.choices?.[0]?.message?.content
  if (typeof content !== 'string')
    throw new E_AI_FAILED('The language model answered something that is no chat completion')
  const { prompt_tokens: prompt, completion_tokens: completion } = answer?.usage ?? {}
  return { text: content, promptTokens: figure(prompt), answerTokens: figure(completion) }
}

interface Completion {
  choices?: { message?: { content?: unknown } }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown }
}

function parsed(text: string): Completion | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function figure(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}
