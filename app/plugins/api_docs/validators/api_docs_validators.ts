import vine from '@vinejs/vine'

export const descriptionValidator = vine.create({ mine: vine.boolean().optional() })
