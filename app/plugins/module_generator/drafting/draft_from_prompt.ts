import { inject } from '@adonisjs/core'
import type { FieldFault } from '#kernel/errors/main'
import { CheckModulePlan } from '../actions/check_module_plan.js'
import { E_AI_FAILED } from '../errors.js'
import { recordDraft } from '../history.js'
import { planDigest } from '../plan/plan_digest.js'
import { planSchema, type ModulePlan } from '../plan/plan_schema.js'
import { fault } from '../plan/plan_shape_check.js'
import {
  ChatModel,
  type ChatAnswer,
  type ChatMessage,
  type TokenFigures,
} from '../prompting/chat_model.js'
import { openingMessages, repairMessages } from '../prompting/instructions.js'
import { redact } from '../prompting/redact.js'
import { KnownModules } from '../queries/known_modules.js'
import type { Draft } from './draft.js'

/** The first round and two to repair what it got wrong. */
const ROUNDS = 3

/** Has a language model write a plan. Whatever it answers is checked as if a stranger had sent it. */
@inject()
export class DraftFromPrompt {
  constructor(
    private readonly model: ChatModel,
    private readonly plans: CheckModulePlan,
    private readonly known: KnownModules
  ) {}

  /** @throws E_AI_NOT_CONFIGURED, E_AI_FAILED */
  async handle(prompt: string, name?: string): Promise<Draft> {
    this.model.assertConfigured()
    const began = performance.now()
    const answers: ChatAnswer[] = []
    let draft: Draft | null = null
    try {
      draft = await this.#converse(
        name ? `${prompt}\nThe module is called ${name}.` : prompt,
        answers
      )
      return draft
    } finally {
      const figures = {
        promptTokens: sum(answers, 'promptTokens'),
        answerTokens: sum(answers, 'answerTokens'),
      }
      await recordDraft({
        prompt: redact(prompt),
        answers: answers.map(({ text }) => redact(text.slice(0, 50_000))),
        planDigest: draft && planDigest(draft.plan),
        ...figures,
        cost: this.model.costOf(figures),
        milliseconds: performance.now() - began,
      })
    }
  }

  async #converse(prompt: string, answers: ChatAnswer[]): Promise<Draft> {
    const modules = [...(await this.known.targets()).keys()]
    const messages: ChatMessage[] = openingMessages(prompt, modules, planSchema)
    let faults: FieldFault[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const answer = await this.model.ask(messages, planSchema)
      answers.push(answer)
      const { plan, ...check } = await this.#read(answer.text)
      if (plan && check.faults.length === 0) return { plan, warnings: check.warnings }
      faults = check.faults
      messages.push(...repairMessages(answer.text, faults))
    }
    throw new E_AI_FAILED(undefined, { errors: faults.slice(0, 20) })
  }

  async #read(text: string) {
    const document = jsonIn(text)
    if (document === undefined) {
      const faults = [
        fault('plan', 'json', 'The answer is no JSON object; answer with the plan alone'),
      ]
      return { plan: null, faults, warnings: [] }
    }
    return { plan: document as ModulePlan, ...(await this.plans.check(document)) }
  }
}

/** Some models put a fence around their JSON. */
function jsonIn(text: string): unknown {
  const [, fenced] = /^```(?:json)?([\s\S]*)```$/.exec(text.trim()) ?? []
  try {
    return JSON.parse(fenced ?? text)
  } catch {
    return undefined
  }
}

function sum(answers: readonly ChatAnswer[], figure: keyof TokenFigures): number | null {
  const figures = answers.map((answer) => answer[figure]).filter((one) => one !== null)
  return figures.length > 0 ? figures.reduce((total, one) => total + one, 0) : null
}
