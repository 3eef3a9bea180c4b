import router from '@adonisjs/core/services/router'

const LandingController = () => import('#kernel/pages/landing_controller')

const OPEN = 'it names nothing but doors that open by themselves'

router
  .get('/', [LandingController, 'show'])
  .as('landing')
  .public(OPEN)
  .contract({ summary: 'What runs here, and where to go', raw: { type: 'text/html' } })
router
  .get('/landing.css', [LandingController, 'style'])
  .as('landing.style')
  .public(OPEN)
  .contract({ summary: 'How the page at the root looks', raw: { type: 'text/css' } })
