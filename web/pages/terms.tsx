import { brand } from "#schema/brand.ts";
import { PAGES } from "#schema/pages.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { ProseSection, ProsePage } from "./prose-page.tsx";

export function TermsPage() {
  return (
    <ProsePage
      title={PAGES.terms.title}
      heading="Terms of Use"
      lead="Short, because there is not much to agree on. By using the site you accept them."
      changed="27 November 2026"
    >
      <ProseSection id="what" title={`What ${brand.name} is`}>
        <p>
          {brand.name} is a viewer. It shows media posts that Reddit users have made public, and
          plays them from where they are hosted. We store no pictures and no videos. We are not
          affiliated with Reddit, Inc. or with any of those hosts.
        </p>
      </ProseSection>
      <ProseSection id="age" title="Adult material">
        <p>
          Reddit has material for adults, and so what you find here may be for adults. You must be
          at least 18, or of age where you live. Thumbnails are blurred unless you turn that off.
        </p>
      </ProseSection>
      <ProseSection id="posts" title="Other people's work">
        <p>
          Everything shown belongs to whoever made it. That you can see it here gives you no right
          to copy, publish or sell it. What a post says or shows is its author's responsibility.
          What is deleted at Reddit disappears here too: from our copy of the listing within 24
          hours, from hearts and leaderboard when we next check it there. Where posts come from the
          archive Arctic Shift, it goes once the archive marks it. To have something removed sooner,{" "}
          <Link to={`${paths.contact()}#removal`}>use the form</Link>.
        </p>
      </ProseSection>
      <ProseSection id="account" title="Your account">
        <ul>
          <li>Keep your password to yourself; what happens under your name is yours.</li>
          <li>
            One person, one vote: no accounts made to push a creator or a post up the leaderboard.
          </li>
          <li>
            You can delete your account at any time; <Link to={paths.privacy()}>Privacy</Link> says
            when what is kept for it goes.
          </li>
          <li>
            There is no way yet to recover a forgotten password. Choose one your password manager
            remembers.
          </li>
        </ul>
      </ProseSection>
      <ProseSection id="use" title="Fair use">
        <p>
          Do not use the site to harass people, to collect posts by machine, to get round limits, or
          to break the law. We may slow down or refuse requests, and close accounts that do so.
        </p>
      </ProseSection>
      <ProseSection id="warranty" title="No promises">
        <p>
          The site is free and comes as it is. Reddit and the media hosts can change or refuse their
          service at any time, and then parts of ours stop. As far as the law allows, we are not
          liable for loss that comes from using the site or from not being able to.
        </p>
      </ProseSection>
      <ProseSection id="changes" title="Changes">
        <p>
          When these terms change, the date below changes. What we know about you and for how long
          is on the page on <Link to={paths.privacy()}>privacy</Link>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
