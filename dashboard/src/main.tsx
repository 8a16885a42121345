import './shell/nonce.js';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import './shell/tokens.css';
import './shell/page.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionProvider } from './api/session.js';
import { DIRECTION, loadLanguage } from './language/language.js';
import { router } from './router.js';
import { nonce } from './shell/nonce.js';
import { cssVariables, theme } from './shell/theme.js';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has a #root');

const page = (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <DirectionProvider initialDirection={DIRECTION} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <Notifications position={DIRECTION === 'rtl' ? 'bottom-left' : 'bottom-right'} />
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nProvider>
  </StrictMode>
);

// Not at the top level: scripts that import from this one would wait for it, also the one of the language.
void loadLanguage().then(() => createRoot(root).render(page));
