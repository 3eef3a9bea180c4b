import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { sendTable } from '#kernel/tables/main'
import { WriteDictionary } from '../actions/write_dictionary.js'
import { Dictionaries } from '../dictionaries.js'
import { dictionaryColumns, dictionaryLines } from '../export/dictionary_lines.js'
import { dictionaryListing, wholeDictionaryListing } from '../queries/dictionary_listing.js'
import {
  createDictionaryValidator,
  dictionaryExportValidator,
  dictionaryListValidator,
  enabledDictionariesValidator,
  updateDictionaryValidator,
} from '../validators/dictionary_validators.js'

export default class DictionariesController {
  async index({ request }: HttpContext) {
    return ok(await dictionaryListing.page(await request.validateUsing(dictionaryListValidator)))
  }

  @inject()
  async enabled({ request }: HttpContext, dictionaries: Dictionaries) {
    const { codes } = await request.validateUsing(enabledDictionariesValidator)
    return ok(await dictionaries.find(codes))
  }

  async export(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(dictionaryExportValidator)
    const rows = dictionaryLines(wholeDictionaryListing.stream(query))
    await sendTable(ctx, { name: 'dictionaries', columns: dictionaryColumns, rows }, format)
  }

  async show(ctx: HttpContext) {
    return ok(await wholeDictionaryListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, write: WriteDictionary) {
    const id = await write.create(await request.validateUsing(createDictionaryValidator))
    return ok(await wholeDictionaryListing.findOrFail(id))
  }

  @inject()
  async update(ctx: HttpContext, write: WriteDictionary) {
    const changes = await ctx.request.validateUsing(updateDictionaryValidator)
    await write.update(idParam(ctx), changes)
    return ok(await wholeDictionaryListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, write: WriteDictionary) {
    await write.delete(idParam(ctx))
    return ok()
  }
}
