import type { Chapter } from './chapter.ts';

/** Point 5: what is refused. */
export const validation: Chapter = {
  'Messages of fields': {
    'field-too-long': 'No longer than so many characters',
    'field-too-short': 'No shorter than so many characters',
    'field-email': 'An e-mail is needed, and one that can be',
    'field-name': 'A name is needed',
    'field-user-name': 'A user name is needed',
    'field-password': 'A password is needed, and its repeat is the same',
    'field-password-characters': 'A password has digits and letters only, of every kind one',
    'field-phone': 'A phone number can be called',
    'field-id-code': 'An id code can be one',
    'field-age': 'Whoever is not of age by the id code cannot join',
    'field-required': 'Any field may ask to be filled in',
    'field-package-and-product': 'A package and a product are chosen',
    'field-terms': 'To join is to agree to the terms',
    'field-rooms-free': 'Rooms must be free in the chosen time, and are named',
    'field-trainer-free': 'The trainer must be free in the chosen time',
    'field-reservation': 'A reservation has a room and a name',
  },
  'Other rules': {
    'call-refreshes-token-first': 'Before a call a token within three seconds of its end is refreshed',
    'unreadable-address-absent': 'What cannot be read of an address is as if absent',
    'error-recognised': 'How an error is recognised',
    'colours-differ': 'Colours differ by 50 or by a contrast above 5',
    'no-date-not-formatted': 'A date that is none is not formatted',
  },
};

/** Point 6: who may do what. */
export const roles: Chapter = {
  'Who may do what': {
    roles: 'Visitor, client, trainer, administrator',
    'right-to-registrations': 'Seeing registrations, and managing them',
    'visitor-addresses': 'Visitors have the public addresses',
    'visitor-asked-who': 'Asked to log in, or whether they are members',
    'member-addresses': 'Members have theirs',
    'trainer-addresses': 'Trainers have theirs, and see their own trainings',
    'admin-addresses': 'Administrators have theirs',
    'admin-mode': 'Administrators turn their mode on',
    'buying-by-rules': 'What can be bought follows the page rules',
    'server-refuses-roles': 'The server refuses what a role may not',
    'centres-apart': 'Nobody reaches another centre',
  },
};
