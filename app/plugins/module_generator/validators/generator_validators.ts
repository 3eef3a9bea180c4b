import vine from '@vinejs/vine'
import { planSchema } from '../plan/plan_schema.js'

/** Whatever is sent; its faults are told by the plan's own check. */
const plan = () =>
  vine
    .any()
    .optional()
    .meta({ ...planSchema })

const moduleName = () =>
  vine
    .string()
    .trim()
    .maxLength(40)
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)

export const draftValidator = vine.create({
  name: moduleName().optional(),
  fields: vine.string().trim().minLength(1).maxLength(20_000).optional(),
  table: vine.string().trim().minLength(1).maxLength(64).optional(),
  prompt: vine.string().trim().minLength(1).maxLength(20_000).optional(),
})

/** A plan of 100 fields with their options has more names than the usual bound of a body. */
export const planJson = { names: 10_000 }

export const planValidator = vine.create({ plan: plan() })

const reviewed = () => vine.string().trim().fixedLength(64).optional()

export const applyValidator = vine.create({
  plan: plan(),
  force: vine.boolean({ strict: true }).optional(),
  reviewed: reviewed(),
})

export const regenerateValidator = vine.create({
  plan: plan(),
  conflicts: vine.enum(['refuse', 'mark'] as const).optional(),
  confirm: vine.boolean({ strict: true }).optional(),
  reviewed: reviewed(),
})

export const undoValidator = vine.create({ force: vine.boolean().optional() })
