// Fetched when a page has nothing else to do (server/web.ts), so that it is no part of what people wait for.
import { bringMissingLetters } from '#web/app/letters/letters.ts'

void bringMissingLetters()
