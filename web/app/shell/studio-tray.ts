import { createContext, type ReactNode } from 'react'

/** What stands at the end of every studio page. It belongs to a slice, so it is handed in from above (App.tsx). */
export const StudioTray = createContext<ReactNode>(null)
