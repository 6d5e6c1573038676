// How much may be written on a stage. Apart from the rows, so that a page that says it does not bring the library of schemas along.
export const mostTitle = 120
export const mostDescription = 2000
export const mostOnMenu = 30
export const mostMenuTitle = 80
export const mostGoalTitle = 100
export const mostBanReason = 200
export const mostPrivateNote = 200
export const mostPollWords = 200
export const mostPollOptions = 10
export const mostMinMinutes = 60
