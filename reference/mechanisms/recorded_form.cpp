#include "reference/mechanisms/recorded_form.hpp"

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

RecordedForms::RecordedForms(std::initializer_list<RecordedForm> forms)
    : forms_(std::make_shared<const std::vector<RecordedForm>>(forms)) {}

const RecordedForm* RecordedForms::begin() const {
  return forms_ == nullptr ? nullptr : forms_->data();
}

const RecordedForm* RecordedForms::end() const {
  return forms_ == nullptr ? nullptr : forms_->data() + forms_->size();
}

}  // namespace plumbline
