import router from '@adonisjs/core/services/router'
import vine from '@vinejs/vine'
import env from '#start/env'

const order = vine.create({ article: vine.string(), count: vine.number().min(1) })

router.get('/', () => ({ shop: 'open', currency: env.get('SHOP_CURRENCY') }))
router.post('/orders', ({ request }) => request.validateUsing(order))
