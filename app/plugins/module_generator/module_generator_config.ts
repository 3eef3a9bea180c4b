import type { Secret } from '@adonisjs/core/helpers'

export interface ModelEndpoint {
  /** Of an OpenAI-compatible service, up to and without `/chat/completions`. */
  baseUrl: string
  apiKey?: Secret<string>
  name: string
  /** `null` where nobody said what it charges. */
  prices: ModelPrices | null
}

/** Of a million tokens, in whatever currency the service charges. */
export interface ModelPrices {
  prompt: number
  answer: number
}

export interface ModuleGeneratorConfig {
  /** Whether there are routes and commands; in production not unless said. */
  enabled: boolean
  /** How long is kept what was done with modules, and what a model was asked. */
  historyDays: number
  /** `null` where modules are not drafted from sentences. */
  model: ModelEndpoint | null
}
