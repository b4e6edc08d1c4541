import { brand } from "#schema/brand.ts";
import { PAGES } from "#schema/pages.ts";
import { FeedbackButton } from "#web/features/feedback/feedback-button.tsx";
import { cx } from "#view/cx.ts";
import { RemovalRequestForm } from "#web/features/removals/request-form.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { ProseSection, ProsePage } from "./prose-page.tsx";

const removal = `mailto:${brand.contactEmail}?subject=${encodeURIComponent("Removal request")}`;

export function ContactPage() {
  return (
    <ProsePage title={PAGES.contact.title} heading="Contact" lead="A person reads what you write.">
      <div className="flex flex-wrap gap-3">
        <a
          href={`mailto:${brand.contactEmail}`}
          className={cx(buttonClass("primary"), "whitespace-normal!")}
        >
          {brand.contactEmail}
        </a>
        <FeedbackButton className={buttonClass("secondary")} />
      </div>
      <ProseSection id="removal" title="Removal requests">
        <p>
          Requests sent with this form stand at the top of the list that the people who run this
          site read. What they remove is gone from here within a minute: the page, the pictures, the
          places on the leaderboard and in saved lists. Nothing is removed automatically, so how
          long it takes depends on when your request is read.
        </p>
        <p>
          Intimate pictures shown without consent, and anything with a minor in it, come before all
          other requests. Report them to Reddit as well: we hold no file, and only Reddit or the
          host of the picture can take it down.
        </p>
        <div className="mt-6">
          <RemovalRequestForm>
            <p className="text-sm text-quiet">
              Or write to{" "}
              <a href={removal} className="underline underline-offset-2 hover:text-text">
                {brand.contactEmail}
              </a>{" "}
              with the same details.
            </p>
          </RemovalRequestForm>
        </div>
        <p>
          What you delete at Reddit goes from here by itself: out of our copy of the listing within
          24 hours, and out of hearts and leaderboard when we next check it there. Where posts come
          from the archive Arctic Shift, it goes once the archive marks it: use the form to have it
          removed sooner.
        </p>
      </ProseSection>
      <ProseSection id="copyright" title="Copyright (DMCA)">
        <p>
          We host no pictures or videos. If a post infringes your copyright, the host it links to
          can remove it for everybody; we stop showing it here. A notice to us should contain:
        </p>
        <ol>
          <li>the work that is infringed, and that you own it or act for its owner;</li>
          <li>the address of the post here or at Reddit;</li>
          <li>your name and how to reach you;</li>
          <li>
            that you believe in good faith that the use is not allowed, and that what you say is
            true, under penalty of perjury;
          </li>
          <li>your signature, typed is enough.</li>
        </ol>
        <p>
          Send it to <a href={removal}>{brand.contactEmail}</a>, or with the form above. If you
          posted the work and think that its removal was a mistake, write to the same address and
          say why: a removal can be lifted.
        </p>
      </ProseSection>
      <ProseSection id="security" title="Security">
        <p>
          Found a hole? Please write to{" "}
          <a href={`mailto:${brand.securityEmail}`}>{brand.securityEmail}</a> before you tell
          others. We answer, we fix, and we thank you by name if you like.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
